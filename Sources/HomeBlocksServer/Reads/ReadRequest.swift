import HomeBlocks
import Publishing

/// A read of a published page. The router and the fast path parse it, and ``PageReader`` resolves it.
struct ReadRequest {
    enum Content {
        case document
        /// A part of the document; nil for the start.
        case part(from: PageCursor?, limit: Int)
        case menus
        case block(String)
        /// A part of a section's cards; nil for the first card.
        case items(String, from: PageCursor?, limit: Int)
        /// A card of a section.
        case item(String, CardName)
        /// The key of the client's audience.
        case audience
        /// The order of the page or, if `shown`, of the displayed page, which is another one during a takeover.
        case order(shown: Bool)
    }

    /// The reader of a page.
    enum Reader {
        /// A client that does not describe itself.
        case anonymous
        case client(ClientContext)
        /// All clients of an audience, for caches.
        case audience(EncodedAudienceKey)
    }

    /// The page; nil for the default page.
    let page: String?
    let reader: Reader
    let content: Content
    /// The parameters that are completely or partly ignored.
    let ignored: IgnoredParameters

    /// - Parameters:
    ///   - code: the section in the path.
    ///   - card: the card in the path: its index, or `id:` and its id.
    ///   - pageLimit: the number of sections or cards in a part if the request has no `limit`.
    ///   - attributes: the client's values of the declared attributes.
    ///   - ignored: the client's parameters that could not be decoded.
    ///   - value: returns the value of a parameter; nil if it is absent.
    init(
        _ route: ReadRoute, code: String?, card: String?, pageLimit: Int, attributes: AttributeValues,
        ignored: IgnoredParameters = IgnoredParameters(), value: (ReadParameter) -> String?
    ) throws {
        var ignored = ignored
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
        if route == .order {
            (reader, ignored) = (.anonymous, IgnoredParameters())
        } else {
            reader = try Reader(attributes, value, ignored: &ignored)
        }
        self.ignored = ignored
        if case (.audience, .audience) = (route, reader) {
            throw PublishingError.malformed(
                "The parameter audience is not allowed here. Send the client's parameters instead.")
        }
        page = value(.page).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func document(_ value: (ReadParameter) -> String?, pageLimit: Int) throws -> Content {
        let (cursor, limit) = try part(value, pageLimit: pageLimit)
        return value(.cursor) == nil ? .document : .part(from: cursor, limit: limit)
    }

    /// Parses the requested part, which is the first part without a cursor, with an empty one, or with `refresh`.
    private static func part(
        _ value: (ReadParameter) -> String?, pageLimit: Int
    ) throws -> (cursor: PageCursor?, limit: Int) {
        let limit = try value(.limit).flatMap {
            try RequestParameters.int(wholeNumber($0), name: "limit", in: 1...PageDocument.maximumBlocks)
        }
        if isTrue(value(.refresh)) { return (nil, limit ?? pageLimit) }
        let cursor = try value(.cursor).flatMap { text in
            text.isEmpty || AbsentValue.matches(text) ? nil : try PageCursor(parsing: text)
        }
        return (cursor, limit ?? pageLimit)
    }

    /// Returns an integral number without its fraction, because clients with a single number type send 5.0 for 5.
    private static func wholeNumber(_ text: String) -> String {
        guard Int(text) == nil, let number = (try? JSONValue(parsing: text))?.int else { return text }
        return String(number)
    }

    /// Whether a flag is true. An invalid value counts as absent.
    private static func isTrue(_ text: String?) -> Bool { ["true", "1"].contains(text?.lowercased()) }
}

extension ReadRequest.Reader {
    /// - Parameters:
    ///   - attributes: the client's values of the declared attributes.
    ///   - value: returns the value of a parameter; nil if it is absent. An empty value counts as absent.
    ///   - ignored: collects the parameters with ignored values.
    init(
        _ attributes: AttributeValues, _ value: (ReadParameter) -> String?, ignored: inout IgnoredParameters
    ) throws(PublishingError) {
        guard let text = value(.audience), !text.isEmpty else {
            let client = ClientContext(
                reading: value(.platform), appVersion: value(.appVersion), locale: value(.locale), uid: value(.uid),
                attributes: attributes, ignored: &ignored)
            self = client.isEmpty ? .anonymous : .client(client)
            return
        }
        if let name = ReadParameter.ofClients.first(where: { !(value($0) ?? "").isEmpty }) {
            throw .malformed("The parameter \(name.rawValue) cannot be combined with audience, which replaces it.")
        }
        if !attributes.isEmpty {
            throw .malformed("Parameters such as attr.city cannot be combined with audience, which replaces them.")
        }
        guard let key = EncodedAudienceKey(text) else { throw .malformedAudience }
        self = .audience(key)
    }
}
