public import HomeBlocks

extension PageDocument {
    /// The page as JSON. Equal pages have equal bytes.
    public func json(slug: String) -> JSONValue {
        var page: JSONObject = ["slug": .string(slug), "title": .string(title ?? slug)]
        if let client { page["client"] = .string(client.rawValue) }
        return .object([
            "page": .object(page), "data": .object(data), "blocks": .array(blocks.map { .object($0.json) }),
        ])
    }

    /// Reads what ``json(slug:)`` wrote, or a reply of the wire format: its envelope or its bare `data`.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(json: JSONValue) throws(PublishingError) {
        let members = json.object ?? [:]
        var faults: [ValidationIssue] = []
        if members["page"] != nil {
            self = Self.page(members, &faults)
        } else if let data = members["data"]?.object, data["blocks"] != nil {
            if let code = members["code"], code != 200 {
                faults.append(ValidationIssue(JSONPointer(["code"]), "is not 200: this is no page but an error"))
            }
            self = Self.reply(data, at: JSONPointer(["data"]), &faults)
        } else if members["blocks"] != nil {
            self = Self.reply(members, at: JSONPointer(), &faults)
        } else {
            let reason = "must be a page that was exported, or a reply with \"data\" and \"blocks\""
            throw .invalid(
                InvalidInput("This is no page: it \(reason).", faults: [ValidationIssue(JSONPointer(), reason)]))
        }
        try faults.refuse("page")
    }

    private static func page(_ members: JSONObject, _ faults: inout [ValidationIssue]) -> PageDocument {
        for name in members.keys.sorted() where !["page", "data", "blocks"].contains(name) {
            faults.append(ValidationIssue(JSONPointer([name]), "is not known here"))
        }
        var document = PageDocument(blocks: [])
        let page = members["page"]?.object ?? [:]
        if members["page"]?.object == nil { faults.append(ValidationIssue(JSONPointer(["page"]), "must be an object")) }
        for name in page.keys.sorted() where !["slug", "title", "client"].contains(name) {
            faults.append(ValidationIssue(JSONPointer(["page", name]), "is not known here"))
        }
        document.title = page["title"]?.string
        for name in ["slug", "title"] where page[name].map({ $0.string == nil }) ?? false {
            faults.append(ValidationIssue(JSONPointer(["page", name]), "must be a text"))
        }
        if let data = members["data"], data.object == nil {
            faults.append(ValidationIssue(JSONPointer(["data"]), "must be an object"))
        }
        if let value = page["client"], value != .null {
            document.client = value.string.flatMap(ClientFamily.init(rawValue:))
            if document.client == nil {
                faults.append(ValidationIssue(JSONPointer(["page", "client"]), "names no family of apps"))
            }
        }
        document.data = members["data"]?.object ?? [:]
        document.blocks = blocks(members["blocks"], at: JSONPointer(), &faults) { json, faults in
            BlockResource(json: json, faults: &faults)
        }
        return document
    }

    private static func reply(_ data: JSONObject, at pointer: JSONPointer, _ faults: inout [ValidationIssue])
        -> PageDocument
    {
        var document = PageDocument(blocks: [])
        document.form = .reply(pointer)
        if data["hasMore"] == true {
            let reason = "is true: this is one part of a page; fetch the page without a cursor"
            faults.append(ValidationIssue(pointer.appending("hasMore"), reason))
        }
        document.data = data.filter { !PageFrame.computed.contains($0.key) }
        document.blocks = blocks(data["blocks"], at: pointer, &faults) { json, faults in
            guard var content = json.object else {
                faults.append(ValidationIssue(JSONPointer(), "must be an object"))
                return nil
            }
            let code = content.removeValue(forKey: "blockCode") ?? .null
            let showType = content.removeValue(forKey: "showType") ?? .null
            let resource: JSONObject = ["blockCode": code, "showType": showType, "content": .object(content)]
            return BlockResource(json: .object(resource), faults: &faults)
        }
        return document
    }

    private static func blocks(
        _ value: JSONValue?, at pointer: JSONPointer, _ faults: inout [ValidationIssue],
        read: (JSONValue, inout [ValidationIssue]) -> BlockResource?
    ) -> [BlockResource] {
        let pointer = pointer.appending("blocks")
        guard let elements = value?.array else {
            faults.append(ValidationIssue(pointer, "must be a list of blocks"))
            return []
        }
        guard elements.count <= mostBlocks else {
            faults.append(ValidationIssue(pointer, "has more than the limit page.blocks of \(mostBlocks) blocks"))
            return []
        }
        var blocks: [BlockResource] = []
        for (index, element) in elements.enumerated() {
            var own: [ValidationIssue] = []
            if let block = read(element, &own) { blocks.append(block) }
            faults += own.map { $0.below(pointer.appending(index)) }
        }
        return blocks
    }
}
