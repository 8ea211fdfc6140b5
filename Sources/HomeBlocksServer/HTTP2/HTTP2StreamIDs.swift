/// The ids of a connection's streams. A client uses each once, in rising order: those that it skips are closed
/// (RFC 9113, 5.1.1).
struct HTTP2StreamIDs {
    private var last: Int32 = -1
    private var skipped: [ClosedRange<Int32>] = []

    /// Well-behaved clients skip none; only the latest ranges are remembered.
    private static let maximumRanges = 16

    /// Notes the head of a request, or its trailer fields.
    ///
    /// - Returns: false if the id was skipped before.
    mutating func accept(_ id: Int32) -> Bool {
        guard id > last else { return !skipped.contains { $0.contains(id) } }
        if id > last + 2 {
            if skipped.count == Self.maximumRanges { skipped.removeFirst() }
            skipped.append(last + 1...id - 1)
        }
        last = id
        return true
    }
}
