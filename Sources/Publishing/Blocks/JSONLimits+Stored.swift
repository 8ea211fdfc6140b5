public import HomeBlocks

extension JSONLimits {
    /// Limits for what the store holds: input was checked, and stands some levels deeper there.
    public static let stored = JSONLimits(depth: 128)
}
