import HomeBlocks

extension PageDocument {
    /// Checks everything that the types do not guarantee: codes are unique, pinned blocks are in their positions, and
    /// each block is valid for its layout and for the apps that read the page.
    ///
    /// - Parameter isStored: whether the page was stored before, in which case recent rules do not apply.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue into the input that the page was read from.
    public func validate(
        _ catalog: BlockTypeCatalog, client: ClientFamily?, isStored: Bool = false
    ) throws(PublishingError) {
        // The first 100 issues may all be ones that are ignored.
        let found = issues(catalog, client: client, maximum: isStored ? .max : 100)
        let issues = found.filter { !(isStored && $0.isRecentRule) } + pinIssues(catalog)
        try refuseUnknownLayouts(catalog, issues)
        try issues.refuse("page")
    }

    /// The blocks to check: those of the input. Existing blocks of a page may violate current layouts.
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

    /// Returns the issues of blocks that their layouts pin to another position.
    private func pinIssues(_ catalog: BlockTypeCatalog) -> [ValidationIssue] {
        PinnedOrder.violations(blocks.map { catalog[$0.showType]?.pin }).filter { checked.contains($0.index) }
            .map { placed($0.issue(of: blocks[$0.index].blockCode, at: JSONPointer()), inBlock: $0.index) }
    }

    /// Rejects a page with layouts that the catalog does not have, and says what to do about it.
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

    /// Rejects a page with a block whose feed cannot fill it.
    ///
    /// - Parameter layouts: the layout of each feed, by the feed's name.
    public func checkSources(_ layouts: [String: String]) throws(PublishingError) {
        try checked.flatMap { index in
            blocks[index].sourceIssues(layouts).map { placed($0, inBlock: index) }
        }.refuse("page")
    }

    /// Rejects a page that mentions one of the server's pictures that does not exist.
    ///
    /// - Parameter known: the mentioned pictures that exist.
    public func checkPictures(_ known: Set<String>) throws(PublishingError) {
        var issues: [ValidationIssue] = []
        if input == nil { issues = JSONValue.object(data).pictureMentions.issues(known).map { $0.below(dataPointer) } }
        issues += checked.flatMap { index in blocks[index].pictureIssues(known).map { placed($0, inBlock: index) } }
        try issues.refuse("page")
    }

    /// The ids of the pictures that the page mentions.
    public var pictures: Set<String> {
        blocks.pictures.union(JSONValue.object(data).pictureMentions.map(\.picture))
    }

    static let sizeRule =
        "the page's blocks would exceed the limit page.bytes of \(maximumBytes) bytes in total"

    private var dataPointer: JSONPointer {
        switch form {
        case .page: JSONPointer(["data"])
        case .reply(let root): root
        }
    }

    /// Returns a block's issue with its pointer into the input. Replies have no "content" level.
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

    /// A page that has too many blocks, including existing ones.
    static let pageBlocks = ValidationIssue(
        JSONPointer(), "the page would exceed the limit page.blocks of \(PageDocument.maximumBlocks) blocks")
}

/// The limit on the nesting of content. The page's document and its export must not have more levels than readers of
/// JSON accept.
enum NestingLimit {
    private static let levels = JSONLimits().depth

    /// The issues of a block that nests too deep. An export adds two levels around it, a document three around its
    /// content.
    static func issues(in block: BlockResource) -> [ValidationIssue] {
        issues(in: .object(block.json), atMost: levels - 2)
    }

    /// The issues of page-level fields that nest too deep. An export adds one level around them.
    static func issues(inData data: JSONObject) -> [ValidationIssue] { issues(in: .object(data), atMost: levels - 1) }

    private static func issues(in value: JSONValue, atMost most: Int) -> [ValidationIssue] {
        guard depth(value) > most else { return [] }
        let pointer = pointer(toLevel: most + 1, in: value)
        return [
            ValidationIssue(
                pointer, "nests too deeply: the page's document and its export may have \(levels) levels (json.depth)"
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

    /// The location of the first object or array at a level, in a value with that many levels.
    private static func pointer(toLevel level: Int, in value: JSONValue) -> JSONPointer {
        guard level > 1 else { return JSONPointer() }
        let children =
            value.array?.enumerated().map { (key: String($0), value: $1) } ?? value.object?.sortedByName ?? []
        guard let next = children.first(where: { depth($0.value) >= level - 1 }) else { return JSONPointer() }
        return JSONPointer([next.key] + pointer(toLevel: level - 1, in: next.value).tokens)
    }
}
