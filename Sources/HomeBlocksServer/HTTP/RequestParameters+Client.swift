import HomeBlocks
import Publishing

extension RequestParameters {
    /// What a client tells about itself.
    func client() throws(PublishingError) -> ClientContext { try ClientContext { self[$0.rawValue] } }
}

extension ClientContext {
    /// The parameters by which a client tells about itself.
    enum Parameter: String {
        case platform
        case appVersion
        case locale
        case uid
    }

    /// - Parameter value: a parameter's value, if it is given.
    init(_ value: (Parameter) -> String?) throws(PublishingError) {
        self.init()
        // An app that has nothing to tell may send the parameter nevertheless.
        func told(_ name: Parameter) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let text = told(.platform) {
            platform = Platform(rawValue: text)
            guard platform != nil else { throw Self.refusal(.platform, "must be ios, android or web") }
        }
        if let text = told(.appVersion) {
            appVersion = AppVersion(text)
            guard appVersion != nil else { throw Self.refusal(.appVersion, "must be a version such as 9.1.0") }
        }
        if let text = told(.locale) {
            guard let tags = Self.locales(text) else {
                throw Self.refusal(
                    .locale, "must be a language tag such as zh-Hant-HK, or up to \(Self.mostLocales) with commas")
            }
            locales = tags
        }
        if let text = told(.uid) {
            guard text.unicodeScalars.count <= Self.longestUID else {
                throw Self.refusal(.uid, "must have at most \(Self.longestUID) characters")
            }
            uid = text
        }
    }

    /// The languages of a list; nil if it is none.
    private static func locales(_ text: String) -> [LanguageTag]? {
        // Most apps send one.
        if let tag = LanguageTag(text) { return [tag] }
        let tags = text.split(separator: ",").map { LanguageTag($0.filter { $0 != " " }) }
        guard (1...mostLocales).contains(tags.count), !tags.contains(nil) else { return nil }
        return tags.compactMap(\.self)
    }

    private static func refusal(_ name: Parameter, _ rule: String) -> PublishingError {
        .malformed("The parameter \(name.rawValue) \(rule).")
    }
}
