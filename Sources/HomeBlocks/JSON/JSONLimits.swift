/// How much JSON is read before it is refused.
public struct JSONLimits: Sendable {
    /// How deep arrays and objects may nest.
    public var depth: Int

    /// Limits; 64 levels unless told.
    public init(depth: Int = 64) { self.depth = depth }
}
