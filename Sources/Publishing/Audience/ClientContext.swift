public import HomeBlocks

/// The client's description of itself in a page request; nil or empty is unknown.
public struct ClientContext: Sendable, Equatable {
    public var platform: Platform?
    public var appVersion: AppVersion?
    /// The user's languages, most preferred first.
    public var locales: [LanguageTag]
    public var uid: String?
    /// The client's values of the attributes that the server knows.
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

    public static let maximumUIDLength = 256
}

extension ClientContext {
    /// Reads the client's parameters as far as possible: unreadable values are unknown. nil and empty values count as
    /// not sent.
    ///
    /// - Parameter ignored: receives the parameters of which something was ignored.
    public init(
        reading platform: String?, appVersion: String?, locale: String?, uid: String?, attributes: AttributeValues,
        ignored: inout IgnoredParameters
    ) {
        func given(_ text: String?, _ name: IgnoredParameters.Name) -> String? {
            guard let text, !text.isEmpty else { return nil }
            guard AbsentValue.matches(text) || name != .uid && text.utf8.allSatisfy({ $0 <= 0x20 }) else { return text }
            ignored.insert(name)
            return nil
        }
        func value<Value>(_ read: ReadValue<Value>, _ name: IgnoredParameters.Name) -> Value? {
            if !read.isWhole { ignored.insert(name) }
            return read.value
        }
        self.init(attributes: attributes)
        if let text = given(platform, .platform) { self.platform = value(Platform.reading(text), .platform) }
        if let text = given(appVersion, .appVersion) { self.appVersion = value(AppVersion.reading(text), .appVersion) }
        if let text = given(locale, .locale) {
            let list = LanguageList(reading: text)
            if !list.isWhole { ignored.insert(.locale) }
            locales = list.tags
        }
        if let text = given(uid, .uid) {
            if text.unicodeScalars.count <= Self.maximumUIDLength { self.uid = text } else { ignored.insert(.uid) }
        }
        ignored.insert(attributesOf: attributes)
    }

    /// Whether nothing is known about the client.
    public var isEmpty: Bool {
        platform == nil && appVersion == nil && locales.isEmpty && uid == nil && attributes.isEmpty
    }
}
