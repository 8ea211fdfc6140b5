/// All addresses that begin with the same bits, such as `10.0.0.0/8`.
struct IPNetwork: Hashable, Sendable {
    private let address: IPAddress
    private let length: Int

    /// - Parameter text: an address, with the length of what it shares behind a slash if there are several.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(first) else { return nil }
        let bits = address.bytes.count * 8
        let length = parts.count == 1 ? bits : Int(parts[1])
        guard let length, (0...bits).contains(length) else { return nil }
        self.address = address
        self.length = length
    }

    func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let shared = min(max(length - index * 8, 0), 8)
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> shared)
            return pair.0 & mask == pair.1 & mask
        }
    }
}
