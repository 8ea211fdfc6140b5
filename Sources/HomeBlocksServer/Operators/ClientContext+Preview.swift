import HomeBlocks
import Publishing

extension ClientContext {
    /// Parses the client of a preview. An operator typed it, so invalid values are errors, unlike in clients' reads
    /// (``init(reading:appVersion:locale:uid:attributes:ignored:)``).
    ///
    /// - Parameters:
    ///   - attributes: the values of the declared attributes.
    ///   - value: returns the value of a parameter; nil if it is absent. An empty value counts as absent.
    init(strict attributes: AttributeValues, _ value: (ReadParameter) -> String?) throws(InvalidParameter) {
        self.init(attributes: attributes)
        func given(_ name: ReadParameter) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let text = given(.platform) {
            platform = Platform(rawValue: text)
            guard platform != nil else { throw InvalidParameter(.platform, "must be ios, android or web") }
        }
        if let text = given(.appVersion) {
            appVersion = AppVersion(text)
            guard appVersion != nil else { throw InvalidParameter(.appVersion, "must be a version such as 9.1.0") }
        }
        if let text = given(.locale) {
            guard let list = LanguageList(strict: text) else {
                throw InvalidParameter(
                    .locale,
                    "must be a language tag such as zh-Hant-HK, or up to \(LanguageList.maximumCount) separated by commas"
                )
            }
            locales = list.tags
        }
        if let text = given(.uid) {
            guard text.unicodeScalars.count <= Self.maximumUIDLength else {
                throw InvalidParameter(.uid, "must have at most \(Self.maximumUIDLength) characters")
            }
            uid = text
        }
    }
}

/// A parameter that breaks a rule.
struct InvalidParameter: Error {
    let name: ReadParameter
    let rule: String

    init(_ name: ReadParameter, _ rule: String) {
        self.name = name
        self.rule = rule
    }
}
