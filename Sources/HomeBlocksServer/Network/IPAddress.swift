import Foundation
import NIOCore

/// The address of a host: 4 bytes, or 16. An IPv4 address that is written as an IPv6 one is the IPv4 address.
struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// The address of a subscriber: an IPv4 address, or the first 64 bits of an IPv6 address.
    var subscriber: [UInt8] { bytes.count == 16 ? Array(bytes.prefix(8)) : bytes }

    init?(_ text: some StringProtocol) {
        let text = String(text)
        var four = in_addr()
        var sixteen = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            bytes = Self.unmapped(withUnsafeBytes(of: &sixteen) { Array($0) })
        } else {
            return nil
        }
    }

    /// The address of a connection's other end; nil for a connection without one.
    init?(_ address: SocketAddress?) {
        guard let text = address?.ipAddress else { return nil }
        // A link-local address has its interface behind a percent sign.
        self.init(text.prefix { $0 != "%" })
    }

    private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return bytes.starts(with: mapped) ? Array(bytes.dropFirst(mapped.count)) : bytes
    }

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = bytes.withUnsafeBytes {
            inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, $0.baseAddress, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// A network, such as `10.0.0.0/8`.
struct IPNetwork: Hashable, Sendable {
    private let address: IPAddress
    private let length: Int

    /// - Parameter text: an address, with the length of the prefix behind a slash; a single address without one.
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
