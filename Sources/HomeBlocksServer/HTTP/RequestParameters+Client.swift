import Publishing

extension RequestParameters {
    /// What a client tells about itself.
    func client() throws -> ClientContext {
        var client = ClientContext()
        if let text = self["platform"] {
            client.platform = Platform(rawValue: text)
            guard client.platform != nil else { throw refusal("platform", "must be ios, android or web") }
        }
        if let text = self["appVersion"] {
            client.appVersion = AppVersion(text)
            guard client.appVersion != nil else { throw refusal("appVersion", "must be a version such as 9.1.0") }
        }
        if let text = self["locale"] {
            let tags = text.split(separator: ",").map { LanguageTag($0.filter { $0 != " " }) }
            guard (1...ClientContext.mostLocales).contains(tags.count), !tags.contains(nil) else {
                let most = ClientContext.mostLocales
                throw refusal("locale", "must be a language tag such as zh-Hant-HK, or up to \(most) with commas")
            }
            client.locales = tags.compactMap(\.self)
        }
        if let uid = self["uid"] {
            guard (1...ClientContext.longestUID).contains(uid.unicodeScalars.count) else {
                throw refusal("uid", "must have 1 to \(ClientContext.longestUID) characters")
            }
            client.uid = uid
        }
        return client
    }

    private func refusal(_ name: String, _ rule: String) -> PublishingError {
        .malformed("The parameter \(name) \(rule).")
    }
}
