/// The numbers of a connection's streams. A client uses each once, in rising order: those that it leaves out are closed
/// (RFC 9113, 5.1.1).
struct HTTP2StreamNumbers {
    private var last: Int32 = -1
    private var leftOut: [ClosedRange<Int32>] = []

    /// Clients leave out none; of one that does, the latest are remembered.
    private static let maxRanges = 16

    /// Notes the head of a request, or the fields behind its body.
    ///
    /// - Returns: false if the number was left out before.
    mutating func accept(_ number: Int32) -> Bool {
        guard number > last else { return !leftOut.contains { $0.contains(number) } }
        if number > last + 2 {
            if leftOut.count == Self.maxRanges { leftOut.removeFirst() }
            leftOut.append(last + 1...number - 1)
        }
        last = number
        return true
    }
}
