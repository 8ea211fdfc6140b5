/// What a change did, or with a dry run would do.
public struct ChangeOutcome: Sendable, Equatable, Codable {
    public let order: OrderState
    /// The fewest blocks whose moving explains the new order; none if it is what it was.
    public let moved: [String]
    /// The block that was changed, as it is now.
    public let block: BlockState?
    /// What the change meant to the draft and to the releases to come.
    public let carried: [CarriedChange]

    public init(order: OrderState, moved: [String] = [], block: BlockState? = nil, carried: [CarriedChange] = []) {
        self.order = order
        self.moved = moved
        self.block = block
        self.carried = carried
    }

    /// The outcome of a change from one order to another.
    public init(from old: OrderState, to new: OrderState, block: BlockState?, carried: [CarriedChange]) {
        let moved = ChangeSummary(oldOrder: old.order, newOrder: new.order, changed: []).moved
        self.init(order: new, moved: moved, block: block, carried: carried)
    }
}
