public import HomeBlocks

/// What a client says about itself when it requests a page; nil or empty is unknown.
public struct ClientContext: Sendable, Equatable {
    public var platform: Platform?
    public var appVersion: AppVersion?
    /// What its user reads, most wanted first.
    public var locales: [LanguageTag]
    public var uid: String?
    /// Its values of the attributes that the server knows.
    public var attributes: AttributeValues

    public init(
        platform: Platform? = nil, appVersion: AppVersion? = nil, locales: [LanguageTag] = [], uid: String? = nil,
        attributes: AttributeValues = .none
    ) {
        self.platform = platform
        self.appVersion = appVersion
        self.locales = locales
        self.uid = uid
        self.attributes = attributes
    }

    public static let mostLocales = 10
    public static let longestUID = 256
}
