public import HomeBlocks

/// An operator's change to a page's live state or draft. Applying it is a pure function of the content.
public enum PageOperation: Sendable {
    case order(OrderChange)
    /// A new block, at a position or at the end.
    case create(BlockResource, Move.Target)
    case replace(BlockResource)
    /// A JSON Merge Patch of the block's resource.
    case patch(String, JSONValue)
    case delete(String)
    case cards(String, CardChange)
    /// The visibility of several blocks.
    case visibility([String], VisibilityChange)

    /// The block that the operation is about, if it is a single one.
    public var blockCode: String? {
        switch self {
        case .order, .visibility: nil
        case .create(let block, _), .replace(let block): block.blockCode
        case .patch(let code, _), .delete(let code), .cards(let code, _): code
        }
    }

    /// The blocks that the operation needs.
    public var blockCodes: [String] {
        if case .visibility(let codes, _) = self { codes } else { blockCode.map { [$0] } ?? [] }
    }

    /// Whether the operation changes several blocks together.
    public var changesSeveralBlocks: Bool {
        if case .visibility = self { true } else { false }
    }

    /// The names of the audiences that the operation may name.
    public var audienceNames: Set<String> {
        switch self {
        case .create(let block, _), .replace(let block): block.audienceNames
        case .patch(_, let patch): Self.audienceNames(in: patch)
        case .visibility(_, let change): change.audience?.name.map { [$0] } ?? []
        case .order, .delete, .cards: []
        }
    }

    private static func audienceNames(in patch: JSONValue) -> Set<String> {
        let cards = (patch.object?["cards"]?.object ?? [:]).map(\.value)
        return Set(([patch] + cards).compactMap { $0.object?["audience"]?.object?["name"]?.string })
    }

    /// The name of the operation in the history.
    public var cause: String {
        switch self {
        case .order: "order"
        case .create: "block.create"
        case .replace, .patch: "block.change"
        case .delete: "block.delete"
        case .cards: "block.cards"
        case .visibility: "blocks.change"
        }
    }

    /// Returns the edit of a page that the operation makes.
    ///
    /// - Throws: ``PublishingError`` with pointers into the operation's input.
    public func applied(to content: PageContent) throws(PublishingError) -> SnapshotEdit {
        switch self {
        case .order(let change):
            return SnapshotEdit(order: try change.applied(to: content.order, pins: content.pins))
        case .create(let block, let target):
            return try Self.creating(block, at: target, in: content)
        case .replace(let block):
            _ = try Self.present(block.blockCode, in: content)
            return try Self.replacing(block, in: content)
        case .patch(let code, let patch):
            return try Self.patching(try Self.present(code, in: content), with: patch, in: content)
        case .delete(let code):
            _ = try Self.present(code, in: content)
            return SnapshotEdit(order: content.order.filter { $0 != code }, removed: [code])
        case .cards(let code, let change):
            var block = try Self.present(code, in: content)
            guard let type = content.catalog[block.showType], let items = type.items else {
                throw .invalid(InvalidInput("The layout \(block.showType) has no list of cards."))
            }
            let cards = JSONValue.object(block.content)[pointer: items]?.array ?? []
            let changed = JSONValue.array(try change.applied(to: cards, type.cardIdentity))
            block.content = JSONValue.object(block.content).setting(changed, at: items).object ?? [:]
            return try Self.replacing(content.catalog.withoutRulesOfMissingCards(block), in: content)
        case .visibility(let codes, let change):
            return SnapshotEdit(order: content.order, put: try change.applied(to: codes, in: content))
        }
    }

    private static func present(_ code: String, in content: PageContent) throws(PublishingError) -> BlockResource {
        guard let block = content.block else { throw .noBlock(code) }
        return block
    }

    private static func creating(
        _ block: BlockResource, at target: Move.Target, in content: PageContent
    ) throws(PublishingError) -> SnapshotEdit {
        guard content.block == nil else {
            throw .conflict(
                "The page has a block \"\(block.blockCode)\" already. Change that one, or use another code.")
        }
        guard content.order.count < PageDocument.maximumBlocks else {
            let reason = "the page has \(PageDocument.maximumBlocks) blocks, which is the limit page.blocks"
            throw .invalid(
                InvalidInput("The block was not added: \(reason).", issues: [ValidationIssue(JSONPointer(), reason)]))
        }
        let block = try checked(block, in: content)
        let order = try placing(block.blockCode, at: target, in: content.order)
        return SnapshotEdit(order: content.settled(order, with: block), put: [block])
    }

    /// Returns the order with a new block at a position.
    private static func placing(
        _ code: String, at target: Move.Target, in order: [String]
    ) throws(PublishingError) -> [String] {
        let move = OrderChange.moves([Move(code, to: target)])
        do { return try move.applied(to: order + [code]) } catch {
            throw .malformed(
                "`before` and `after` must name a block of the page; `to` must be between 0 and \(order.count).")
        }
    }

    private static func replacing(
        _ block: BlockResource, in content: PageContent
    ) throws(PublishingError) -> SnapshotEdit {
        let block = try checked(block, in: content)
        return SnapshotEdit(order: content.settled(content.order, with: block), put: [block])
    }

    private static func patching(
        _ block: BlockResource, with patch: JSONValue, in content: PageContent
    ) throws(PublishingError) -> SnapshotEdit {
        guard patch.object != nil else {
            let issue = ValidationIssue(JSONPointer(), "must be an object")
            throw .invalid(InvalidInput("A merge patch of a block must be an object.", issues: [issue]))
        }
        let merged = MergePatch.apply(patch, to: .object(block.json))
        let changed = try BlockResource(checking: merged)
        guard changed.blockCode == block.blockCode else {
            let reason = "cannot be changed; create a new block and delete this one"
            throw .invalid(
                InvalidInput(
                    "The block's code \(reason).", issues: [ValidationIssue(JSONPointer(["blockCode"]), reason)]))
        }
        return try replacing(changed, in: content)
    }

    /// Validates a block and adds the conditions of the audiences that it names.
    private static func checked(
        _ block: BlockResource, in content: PageContent
    ) throws(PublishingError) -> BlockResource {
        var issues = content.catalog.issues(in: block, insteadOf: content.block, client: content.page.client)
        let block = block.resolvingAudiences(
            content.audiences, content.catalog.attributes, old: content.block, &issues)
        try issues.refuse("block")
        let size = content.size - (content.block?.exportedSize ?? 0) + block.exportedSize
        guard size <= PageDocument.maximumBytes || size <= content.size else {
            throw .invalid(InvalidInput("The block was rejected: \(PageDocument.sizeRule).", issues: [.pageSize]))
        }
        return block
    }
}

/// The difference between an old and a new snapshot of a page.
public struct SnapshotEdit: Sendable {
    /// The new order, with all blocks of the new snapshot.
    public var order: [String]
    /// Blocks that are added or replace the ones with the same code.
    public var put: [BlockResource]
    public var removed: Set<String>
    /// The new page-level fields; nil if they do not change.
    public var data: JSONObject?

    public init(order: [String], put: [BlockResource] = [], removed: Set<String> = [], data: JSONObject? = nil) {
        self.order = order
        self.put = put
        self.removed = removed
        self.data = data
    }
}
