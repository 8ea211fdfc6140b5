public import HomeBlocks

/// What a client says about itself when it requests a page; nil or empty is unknown.
public struct ClientContext: Sendable, Equatable {
    public var platform: Platform?
    public var appVersion: AppVersion?
    /// What its user reads, most wanted first.
    public var locales: [LanguageTag]
    public var uid: String?

    public init(
        platform: Platform? = nil, appVersion: AppVersion? = nil, locales: [LanguageTag] = [], uid: String? = nil
    ) {
        self.platform = platform
        self.appVersion = appVersion
        self.locales = locales
        self.uid = uid
    }

    public static let mostLocales = 10
    public static let longestUID = 256
}
