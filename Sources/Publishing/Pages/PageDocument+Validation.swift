import HomeBlocks

extension PageDocument {
    /// Checks everything that the types do not say: codes are unique, pins hold, each block fits its layout and
    /// the apps that read the page.
    ///
    /// - Parameter isStored: Whether it was stored before, so that rules that are younger do not judge it.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue into the input that the page was read from.
    public func validate(
        _ catalog: BlockTypeCatalog, client: ClientFamily?, isStored: Bool = false
    ) throws(PublishingError) {
        // The first ones may all be those that do not count.
        let found = issues(catalog, client: client, maximum: isStored ? .max : 100)
        let issues = found.filter { !(isStored && $0.isRecentRule) } + pinIssues(catalog)
        try refuseUnknownLayouts(catalog, issues)
        try issues.refuse("page")
    }

    /// The blocks that are checked: those of the input. What a page had before may be what its layouts refuse now.
    private var checked: Range<Int> { input ?? blocks.indices }

    /// Returns the issues of the page and of its blocks, with a pointer each into the input that the page was read
    /// from.
    func issues(_ catalog: BlockTypeCatalog, client: ClientFamily?, maximum: Int = 100) -> [ValidationIssue] {
        var issues: [ValidationIssue] = []
        if input == nil {
            issues = (PageFrame.issues(in: data) + NestingLimit.issues(inData: data)).map { $0.below(dataPointer) }
        }
        if let title, !Identifier.isTitle(title) {
            issues.append(
                ValidationIssue(
                    JSONPointer(["page", "title"]), "must be 1 to 200 characters without control characters"))
        }
        var seen = Set(blocks.indices.filter { !checked.contains($0) }.map { blocks[$0].blockCode })
        for index in checked {
            let block = blocks[index]
            if !seen.insert(block.blockCode).inserted {
                let reason = "\"\(block.blockCode)\" is already in the page"
                issues.append(placed(ValidationIssue(JSONPointer(["blockCode"]), reason), inBlock: index))
            }
            issues += catalog.issues(in: block, client: client, maximum: maximum).map { placed($0, inBlock: index) }
        }
        if blocks.count > Self.maximumBlocks { issues.append(.pageBlocks) }
        if blocks.reduce(JSONValue.object(data).prettyEncoded.count, { $0 + $1.exportedSize }) > Self.maximumBytes {
            issues.append(.pageSize)
        }
        return issues
    }

    /// Returns the issues of blocks that their layouts pin to another place.
    private func pinIssues(_ catalog: BlockTypeCatalog) -> [ValidationIssue] {
        PinnedOrder.violations(blocks.map { catalog[$0.showType]?.pin }).filter { checked.contains($0.index) }
            .map { placed($0.issue(of: blocks[$0.index].blockCode, at: JSONPointer()), inBlock: $0.index) }
    }

    /// Refuses a page with layouts that the catalog does not have, with what to do about it.
    private func refuseUnknownLayouts(
        _ catalog: BlockTypeCatalog, _ issues: [ValidationIssue]
    ) throws(PublishingError) {
        let unknown = unknownLayouts(catalog, in: checked)
        guard !unknown.isEmpty else { return }
        let list = unknown.prefix(20).map { $0.count > 1 ? "\($0.showType) (\($0.count) sections)" : $0.showType }
        let more = unknown.count > list.count ? " and \(unknown.count - list.count) more" : ""
        throw .invalid(
            InvalidInput(
                "The page was rejected: it has layouts that the server does not know: "
                    + "\(list.joined(separator: ", "))\(more). Add a file block-types/NAME.json for each, as "
                    + "docs/layouts.md describes, or leave these sections out.",
                issues: Array(issues.prefix(100))))
    }

    /// Refuses a page with a block whose feed cannot fill it.
    ///
    /// - Parameter layouts: the layout of each feed by its name.
    public func checkSources(_ layouts: [String: String]) throws(PublishingError) {
        try checked.flatMap { index in
            blocks[index].sourceIssues(layouts).map { placed($0, inBlock: index) }
        }.refuse("page")
    }

    /// Refuses a page that mentions a picture of the server's own that is not there.
    ///
    /// - Parameter known: the pictures that are there, of those that it mentions.
    public func checkPictures(_ known: Set<String>) throws(PublishingError) {
        var issues: [ValidationIssue] = []
        if input == nil { issues = JSONValue.object(data).pictureMentions.issues(known).map { $0.below(dataPointer) } }
        issues += checked.flatMap { index in blocks[index].pictureIssues(known).map { placed($0, inBlock: index) } }
        try issues.refuse("page")
    }

    /// The pictures that it mentions.
    public var pictures: Set<String> {
        blocks.pictures.union(JSONValue.object(data).pictureMentions.map(\.picture))
    }

    static let sizeRule =
        "the page's blocks would have more than the limit page.bytes of \(maximumBytes) bytes together"

    private var dataPointer: JSONPointer {
        switch form {
        case .page: JSONPointer(["data"])
        case .reply(let root): root
        }
    }

    /// An issue of a block where the input has it: a reply has no level "content".
    func placed(_ issue: ValidationIssue, inBlock index: Int) -> ValidationIssue {
        let index = index - checked.lowerBound
        switch form {
        case .page: return issue.below(JSONPointer(["blocks", String(index)]))
        case .reply(let root):
            let isContent = issue.pointer.tokens.first == "content"
            let own = issue.at(JSONPointer(Array(issue.pointer.tokens.dropFirst(isContent ? 1 : 0))))
            return own.below(root.appending("blocks").appending(index))
        }
    }
}

extension ValidationIssue {
    /// A page that is too large.
    static let pageSize = ValidationIssue(JSONPointer(), PageDocument.sizeRule)

    /// A page that has too many blocks, with those that it had before.
    static let pageBlocks = ValidationIssue(
        JSONPointer(), "the page would have more than the limit page.blocks of \(PageDocument.maximumBlocks) blocks")
}

/// How deep content may nest: the document that has it and the export of its page must be readable, which is JSON of as
/// many levels as a reader takes.
enum NestingLimit {
    private static let levels = JSONLimits().depth

    /// What nests too deep in a block: an export has two levels around it, and a document three around its content.
    static func issues(in block: BlockResource) -> [ValidationIssue] {
        issues(in: .object(block.json), atMost: levels - 2)
    }

    /// What nests too deep in a page's own fields: an export has one level around them.
    static func issues(inData data: JSONObject) -> [ValidationIssue] { issues(in: .object(data), atMost: levels - 1) }

    private static func issues(in value: JSONValue, atMost most: Int) -> [ValidationIssue] {
        guard depth(value) > most else { return [] }
        let pointer = pointer(toLevel: most + 1, in: value)
        return [
            ValidationIssue(
                pointer, "nests too deep: the page's document and its export have \(levels) levels at most (json.depth)"
            )
        ]
    }

    private static func depth(_ value: JSONValue) -> Int {
        switch value {
        case .array(let elements): 1 + (elements.lazy.map(depth).max() ?? 0)
        case .object(let members): 1 + (members.lazy.map { depth($0.value) }.max() ?? 0)
        case .null, .bool, .number, .string: 0
        }
    }

    /// Where the first object or list begins a level of a value that has so many.
    private static func pointer(toLevel level: Int, in value: JSONValue) -> JSONPointer {
        guard level > 1 else { return JSONPointer() }
        let children =
            value.array?.enumerated().map { (key: String($0), value: $1) } ?? value.object?.sortedByName ?? []
        guard let next = children.first(where: { depth($0.value) >= level - 1 }) else { return JSONPointer() }
        return JSONPointer([next.key] + pointer(toLevel: level - 1, in: next.value).tokens)
    }
}
