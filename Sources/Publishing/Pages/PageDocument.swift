public import HomeBlocks

/// A whole page as one value, which import reads and export writes.
public struct PageDocument: Sendable, Equatable {
    public var title: String?
    public var client: ClientFamily?
    /// Page-level fields of the document that differ from the defaults.
    public var data: JSONObject
    /// The blocks in order.
    public var blocks: [BlockResource]
    /// The form of the input that the page was read from, for pointers to its issues.
    var form = Form.page
    /// Which blocks come from the input; nil for all.
    var input: Range<Int>?
    /// Whether the input says that more parts of the page follow.
    public private(set) var hasMore = false

    enum Form: Sendable, Equatable {
        /// The form that export writes.
        case page
        /// A reply in the wire format, with its page-level fields at a pointer.
        case reply(JSONPointer)
    }

    public init(title: String? = nil, client: ClientFamily? = nil, data: JSONObject = [:], blocks: [BlockResource]) {
        self.title = title
        self.client = client
        self.data = data
        self.blocks = blocks
    }

    public static let maximumBlocks = 1000
    /// The maximum total size of a page's blocks, in bytes as export writes them.
    public static let maximumBytes = 16 << 20

    public var order: [String] { blocks.map(\.blockCode) }
}

extension PageDocument {
    /// Loads a revision as a whole page.
    public static func of(
        _ revision: LiveRevision, in store: any PageStore
    ) async throws(PublishingError) -> PageDocument {
        let versions = try await store.blocks(Set(revision.versions.values))
        let blocks = revision.order.order.compactMap { code in revision.versions[code].flatMap { versions[$0] } }
        return PageDocument(
            title: revision.page.title, client: revision.page.client, data: revision.data, blocks: blocks)
    }
}

extension PageDocument {
    /// The page as JSON. Equal pages have equal encodings.
    public func json(slug: String) -> JSONValue {
        var page: JSONObject = ["slug": .string(slug), "title": .string(title ?? slug)]
        if let client { page["client"] = .string(client.rawValue) }
        return .object([
            "page": .object(page), "data": .object(data), "blocks": .array(blocks.map { .object($0.json) }),
        ])
    }

    /// Reads the output of ``json(slug:)``, or a reply in the wire format: its envelope or only its `data`.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        let members = json.object ?? [:]
        var issues: [ValidationIssue] = []
        if members["page"] != nil {
            self = Self.page(members, &issues)
        } else if let data = members["data"]?.object, data["blocks"] != nil {
            if let code = members["code"], code != 200 {
                issues.append(ValidationIssue(JSONPointer(["code"]), "is not 200: this is an error, not a page"))
            }
            self = Self.reply(data, at: JSONPointer(["data"]), &issues)
        } else if members["blocks"] != nil {
            self = Self.reply(members, at: JSONPointer(), &issues)
        } else {
            let reason = "must be an exported page, or a response with \"data\" and \"blocks\""
            throw .invalid(
                InvalidInput("This is not a page: it \(reason).", issues: [ValidationIssue(JSONPointer(), reason)]))
        }
        try issues.refuse("page")
    }

    private static func page(_ members: JSONObject, _ issues: inout [ValidationIssue]) -> PageDocument {
        for name in members.keys.sorted() where !["page", "data", "blocks"].contains(name) {
            issues.append(ValidationIssue(JSONPointer([name]), "is an unknown member"))
        }
        var document = PageDocument(blocks: [])
        let page = members["page"]?.object ?? [:]
        if members["page"]?.object == nil { issues.append(ValidationIssue(JSONPointer(["page"]), "must be an object")) }
        for name in page.keys.sorted() where !["slug", "title", "client"].contains(name) {
            issues.append(ValidationIssue(JSONPointer(["page", name]), "is an unknown member"))
        }
        document.title = page["title"]?.string
        for name in ["slug", "title"] where page[name].map({ $0.string == nil }) ?? false {
            issues.append(ValidationIssue(JSONPointer(["page", name]), "must be a string"))
        }
        if let data = members["data"], data.object == nil {
            issues.append(ValidationIssue(JSONPointer(["data"]), "must be an object"))
        }
        if let value = page["client"], value != .null {
            document.client = value.string.flatMap(ClientFamily.init(rawValue:))
            if document.client == nil {
                issues.append(ValidationIssue(JSONPointer(["page", "client"]), "is not a known client family"))
            }
        }
        document.data = members["data"]?.object ?? [:]
        document.blocks = blocks(members["blocks"], at: JSONPointer(), &issues) { json, issues in
            BlockResource(json: json, issues: &issues)
        }
        return document
    }

    private static func reply(_ data: JSONObject, at pointer: JSONPointer, _ issues: inout [ValidationIssue])
        -> PageDocument
    {
        var document = PageDocument(blocks: [])
        document.form = .reply(pointer)
        document.hasMore = data["hasMore"] == true
        document.data = data.filter { !PageFrame.computed.contains($0.key) }
        document.blocks = blocks(data["blocks"], at: pointer, &issues) { json, issues in
            guard var content = json.object else {
                issues.append(ValidationIssue(JSONPointer(), "must be an object"))
                return nil
            }
            let code = content.removeValue(forKey: "blockCode") ?? .null
            let showType = content.removeValue(forKey: "showType") ?? .null
            let source = content.removeValue(forKey: BlockSource.clientMember) ?? .null
            var resource: JSONObject = ["blockCode": code, "showType": showType, "content": .object(content)]
            if source != .null { resource["source"] = ["client": source] }
            return BlockResource(json: .object(resource), issues: &issues)
        }
        return document
    }

    private static func blocks(
        _ value: JSONValue?, at pointer: JSONPointer, _ issues: inout [ValidationIssue],
        read: (JSONValue, inout [ValidationIssue]) -> BlockResource?
    ) -> [BlockResource] {
        let pointer = pointer.appending("blocks")
        guard let elements = value?.array else {
            issues.append(ValidationIssue(pointer, "must be a list of blocks"))
            return []
        }
        guard elements.count <= maximumBlocks else {
            issues.append(ValidationIssue(pointer, "has more than the limit page.blocks of \(maximumBlocks) blocks"))
            return []
        }
        var blocks: [BlockResource] = []
        for (index, element) in elements.enumerated() {
            var own: [ValidationIssue] = []
            if let block = read(element, &own) { blocks.append(block) }
            issues += own.map { $0.below(pointer.appending(index)) }
        }
        return blocks
    }
}
