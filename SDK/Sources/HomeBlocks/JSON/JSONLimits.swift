/// How much JSON is read before it is refused.
public struct JSONLimits: Sendable {
    /// How deep arrays and objects may nest.
    public var depth: Int

    /// Whether what different clients would read differently is refused: a member named twice, half a surrogate pair, a number
    /// out of range. Otherwise the last member counts, U+FFFD stands for the half, and the number is infinite.
    public var isStrict: Bool

    /// Limits; 64 levels and strict unless told.
    public init(depth: Int = 64, isStrict: Bool = true) {
        self.depth = depth
        self.isStrict = isStrict
    }
}
