/// The ids of a connection's streams. A client uses each id once, in ascending order. Skipped ids count as closed (RFC
/// 9113, 5.1.1).
struct HTTP2StreamIDs {
    private var last: Int32 = -1
    private var skipped: [ClosedRange<Int32>] = []

    /// Well-behaved clients skip none, so only the latest ranges are stored.
    private static let maximumRanges = 16

    /// Notes a HEADERS frame of a request or its trailers.
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
