public import HomeBlocks

/// Which of a page's two states is meant.
public enum Stage: String, Sendable, CaseIterable {
    /// What clients get now.
    case live
    /// What operators are preparing. A page without a draft has its live state as one.
    case draft

    /// What changing it needs.
    public var role: Role { self == .live ? .publisher : .editor }
}

/// An operation on one stage of a page.
public struct PageChange: Sendable {
    public let page: String
    public let stage: Stage
    public let operation: PageOperation
    /// Whether it is validated and its outcome returned, but nothing is stored.
    public let isDryRun: Bool

    public init(_ page: String, _ stage: Stage = .live, _ operation: PageOperation, isDryRun: Bool = false) {
        self.page = page
        self.stage = stage
        self.operation = operation
        self.isDryRun = isDryRun
    }
}

/// What a change did, or with a dry run would do.
public struct ChangeOutcome: Sendable, Equatable, Codable {
    public let order: OrderState
    /// The fewest blocks whose moving explains the new order; none if it is what it was.
    public let moved: [String]
    /// The block that was changed, as it is now.
    public let block: BlockState?
    /// The blocks that were changed together, as they are now; nil for a change of one thing.
    public let blocks: [BlockState]?
    /// What the change meant to the draft and to the releases to come.
    public let carried: [PropagatedChange]

    public init(
        order: OrderState, moved: [String] = [], block: BlockState? = nil, blocks: [BlockState]? = nil,
        carried: [PropagatedChange] = []
    ) {
        self.blocks = blocks
        self.order = order
        self.moved = moved
        self.block = block
        self.carried = carried
    }

    /// The outcome of a change from one order to another.
    public init(
        from old: OrderState, to new: OrderState, block: BlockState?, blocks: [BlockState]? = nil,
        carried: [PropagatedChange]
    ) {
        let moved = ChangeSummary(oldOrder: old.order, newOrder: new.order, changed: []).moved
        self.init(order: new, moved: moved, block: block, blocks: blocks, carried: carried)
    }
}

/// How a change to live was propagated to the draft or a planned release.
public struct PropagatedChange: Sendable, Equatable, Codable {
    /// The planned release; nil is the draft.
    public let release: Int64?
    /// The revision that it has now.
    public let revision: Int
    public let conflicts: [MergeConflict]

    public init(release: Int64?, revision: Int, conflicts: [MergeConflict]) {
        self.release = release
        self.revision = revision
        self.conflicts = conflicts
    }
}

extension [PropagatedChange] {
    /// These and later ones; a state that is in both has the revision of the later one, and all conflicts.
    public func adding(_ later: [PropagatedChange]) -> [PropagatedChange] {
        let joined = map { one in
            guard let other = later.first(where: { $0.release == one.release }) else { return one }
            return PropagatedChange(
                release: one.release, revision: other.revision, conflicts: one.conflicts.adding(other.conflicts))
        }
        return joined + later.filter { other in !contains { $0.release == other.release } }
    }
}

extension PropagatedChange {
    /// What the response to a change says of it.
    public var json: JSONValue {
        [
            "to": release == nil ? "draft" : "release", "release": release.map { JSONValue($0) } ?? .null,
            "revision": JSONValue(revision), "applied": .bool(conflicts.allSatisfy { $0.kept == .incoming }),
            "conflicts": .array(conflicts.map(\.json)),
        ]
    }
}
