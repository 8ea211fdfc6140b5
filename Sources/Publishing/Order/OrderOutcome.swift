/// What a reorder did, or with a dry run would do.
public struct OrderOutcome: Sendable, Equatable {
    public let state: OrderState
    /// The fewest blocks whose moving explains the change; none if the order is what it was.
    public let moved: [String]

    public init(state: OrderState, moved: [String]) {
        self.state = state
        self.moved = moved
    }
}
