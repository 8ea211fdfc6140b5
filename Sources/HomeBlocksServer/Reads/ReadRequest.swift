import HomeBlocks
import Publishing

/// A read of a published page, as both HTTP paths parse it and ``PageReader`` resolves it.
struct ReadRequest {
    enum Content {
        case document
        /// A part of the document; nil begins at the start.
        case part(from: PageCursor?, limit: Int)
        case menus
        case block(String)
        /// A part of the cards of a section; nil begins at the first one.
        case items(String, from: PageCursor?, limit: Int)
        /// A card of a section.
        case item(String, CardName)
        /// The key of the client's audience.
        case audience
        /// The order of the page, or of what it shows, which during a takeover is another page.
        case order(shown: Bool)
    }

    /// Who reads.
    enum Reader {
        /// A client that says nothing about itself.
        case anonymous
        case client(ClientContext)
        /// All clients of an audience, for a cache.
        case audience(EncodedAudienceKey)
    }

    /// The page; nil for the default page.
    let page: String?
    let reader: Reader
    let content: Content

    /// - Parameters:
    ///   - code: the section in the path.
    ///   - card: the card in the path: its index, or `id:` and its id.
    ///   - pageLimit: the number of sections or cards of a part, if the request has no `limit`.
    ///   - attributes: the client's values of the declared attributes.
    ///   - value: the value of a parameter; nil if it is absent.
    init(
        _ route: ReadRoute, code: String?, card: String?, pageLimit: Int, attributes: AttributeValues,
        value: (ReadParameter) -> String?
    ) throws {
        switch route {
        case .homepage, .blockPage: content = try Self.document(value, pageLimit: pageLimit)
        case .menus: content = .menus
        case .block: content = .block(code ?? "")
        case .items:
            let (cursor, limit) = try Self.part(value, pageLimit: pageLimit)
            content = .items(code ?? "", from: cursor, limit: limit)
        case .item: content = .item(code ?? "", try RequestParameters.card(card))
        case .audience: content = .audience
        case .order: content = .order(shown: try RequestParameters.flag(value(.shown), name: "shown"))
        }
        // An order is the same for every client.
        reader = route == .order ? .anonymous : try Reader(attributes, value)
        if case (.audience, .audience) = (route, reader) {
            throw PublishingError.malformed("The parameter audience is what this returns. Send what the client says.")
        }
        page = value(.page)
    }

    private static func document(_ value: (ReadParameter) -> String?, pageLimit: Int) throws -> Content {
        let (cursor, limit) = try part(value, pageLimit: pageLimit)
        return value(.cursor) == nil ? .document : .part(from: cursor, limit: limit)
    }

    /// Which part a request asks for; without a cursor, or with an empty one, the first.
    private static func part(
        _ value: (ReadParameter) -> String?, pageLimit: Int
    ) throws -> (cursor: PageCursor?, limit: Int) {
        let limit = try value(.limit).flatMap {
            try RequestParameters.int($0, name: "limit", in: 1...PageDocument.mostBlocks)
        }
        let cursor = try value(.cursor).flatMap { $0.isEmpty ? nil : try PageCursor(parsing: $0) }
        return (cursor, limit ?? pageLimit)
    }
}

extension ReadRequest.Reader {
    /// What clients say about themselves: an audience key stands for all of it.
    private static let clientParameters: [ReadParameter] = [.platform, .appVersion, .locale, .uid]

    /// - Parameters:
    ///   - attributes: the client's values of the declared attributes.
    ///   - value: the value of a parameter; nil if it is absent. An empty one counts as absent.
    init(_ attributes: AttributeValues, _ value: (ReadParameter) -> String?) throws(PublishingError) {
        guard let text = value(.audience), !text.isEmpty else {
            let client = try ClientContext(attributes, value)
            self = client.isEmpty ? .anonymous : .client(client)
            return
        }
        if let name = Self.clientParameters.first(where: { !(value($0) ?? "").isEmpty }) {
            throw .malformed("The parameter \(name.rawValue) must not be sent with audience, which stands for it.")
        }
        if !attributes.isEmpty {
            throw .malformed("Parameters such as attr.city must not be sent with audience, which stands for them.")
        }
        guard let key = EncodedAudienceKey(text) else { throw .malformedAudience }
        self = .audience(key)
    }
}

extension ClientContext {
    /// - Parameters:
    ///   - attributes: the client's values of the declared attributes.
    ///   - value: the value of a parameter; nil if it is absent. An empty one counts as absent.
    init(_ attributes: AttributeValues, _ value: (ReadParameter) -> String?) throws(PublishingError) {
        self.init(attributes: attributes)
        func given(_ name: ReadParameter) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let text = given(.platform) {
            platform = Platform(rawValue: text)
            guard platform != nil else { throw Self.refusal(.platform, "must be ios, android or web") }
        }
        if let text = given(.appVersion) {
            appVersion = AppVersion(text)
            guard appVersion != nil else { throw Self.refusal(.appVersion, "must be a version such as 9.1.0") }
        }
        if let text = given(.locale) {
            guard let tags = Self.locales(text) else {
                throw Self.refusal(
                    .locale, "must be a language tag such as zh-Hant-HK, or up to \(Self.mostLocales) with commas")
            }
            locales = tags
        }
        if let text = given(.uid) {
            guard text.unicodeScalars.count <= Self.longestUID else {
                throw Self.refusal(.uid, "must have at most \(Self.longestUID) characters")
            }
            uid = text
        }
    }

    fileprivate var isEmpty: Bool {
        platform == nil && appVersion == nil && locales.isEmpty && uid == nil && attributes.isEmpty
    }

    /// The languages of a list; nil if it is malformed.
    private static func locales(_ text: String) -> [LanguageTag]? {
        // Most apps send one.
        if let tag = LanguageTag(text) { return [tag] }
        let tags = text.split(separator: ",").map { LanguageTag($0.filter { $0 != " " }) }
        guard (1...mostLocales).contains(tags.count), !tags.contains(nil) else { return nil }
        return tags.compactMap(\.self)
    }

    private static func refusal(_ name: ReadParameter, _ rule: String) -> PublishingError {
        .malformed("The parameter \(name.rawValue) \(rule).")
    }
}
