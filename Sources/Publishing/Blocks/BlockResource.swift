public import HomeBlocks

/// A block as operators write it: its identity, its layout, when it is seen, and its content.
public struct BlockResource: Sendable, Equatable {
    public var blockCode: String
    public var showType: String
    public var isEnabled: Bool
    /// The block is seen from this instant on.
    public var from: Instant?
    /// The block is no longer seen from this instant on.
    public var until: Instant?
    /// The block's own fields of the wire format, unknown ones included.
    public var content: JSONObject

    public init(
        blockCode: String, showType: String, isEnabled: Bool = true, from: Instant? = nil, until: Instant? = nil,
        content: JSONObject = [:]
    ) {
        self.blockCode = blockCode
        self.showType = showType
        self.isEnabled = isEnabled
        self.from = from
        self.until = until
        self.content = content
    }

    /// Whether operators want it seen at an instant.
    public func isVisible(at now: Instant) -> Bool {
        isEnabled && from.map { $0 <= now } ?? true && until.map { now < $0 } ?? true
    }

    /// The next instant after `now` at which its visibility changes.
    public func nextChange(after now: Instant) -> Instant? {
        guard isEnabled else { return nil }
        return [from, until].compactMap(\.self).filter { $0 > now }.min()
    }
}
