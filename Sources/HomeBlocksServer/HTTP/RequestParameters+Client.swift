import Publishing

extension RequestParameters {
    /// What a client tells about itself.
    func client() throws -> ClientContext {
        var client = ClientContext()
        // An app that has nothing to tell may send the parameter nevertheless.
        func told(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let text = told("platform") {
            client.platform = Platform(rawValue: text)
            guard client.platform != nil else { throw refusal("platform", "must be ios, android or web") }
        }
        if let text = told("appVersion") {
            client.appVersion = AppVersion(text)
            guard client.appVersion != nil else { throw refusal("appVersion", "must be a version such as 9.1.0") }
        }
        if let text = told("locale") {
            let tags = text.split(separator: ",").map { LanguageTag($0.filter { $0 != " " }) }
            guard (1...ClientContext.mostLocales).contains(tags.count), !tags.contains(nil) else {
                let most = ClientContext.mostLocales
                throw refusal("locale", "must be a language tag such as zh-Hant-HK, or up to \(most) with commas")
            }
            client.locales = tags.compactMap(\.self)
        }
        if let uid = told("uid") {
            guard uid.unicodeScalars.count <= ClientContext.longestUID else {
                throw refusal("uid", "must have at most \(ClientContext.longestUID) characters")
            }
            client.uid = uid
        }
        return client
    }

    private func refusal(_ name: String, _ rule: String) -> PublishingError {
        .malformed("The parameter \(name) \(rule).")
    }
}
