/// One step of a reorder.
public struct Move: Sendable, Equatable {
    /// Where the block goes.
    public enum Target: Sendable, Equatable {
        case before(String)
        case after(String)
        case start
        case end
        /// The place it has afterwards, from 0.
        case position(Int)
    }

    public let block: String
    public let target: Target

    public init(_ block: String, to target: Target) {
        self.block = block
        self.target = target
    }
}
