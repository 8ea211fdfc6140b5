import Foundation

/// An IP address of 4 or 16 bytes. IPv4-mapped IPv6 addresses become IPv4 addresses.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    public let bytes: [UInt8]

    /// The address of a subscriber: an IPv4 address, or the first 64 bits of an IPv6 address.
    public var subscriber: [UInt8] { bytes.count == 16 ? Array(bytes.prefix(8)) : bytes }

    public init?(_ text: some StringProtocol) {
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

    /// - Parameter bytes: the bytes of an IPv4 or an IPv6 address.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = Self.unmapped(bytes)
    }

    private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return bytes.starts(with: mapped) ? Array(bytes.dropFirst(mapped.count)) : bytes
    }

    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = bytes.withUnsafeBytes {
            inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, $0.baseAddress, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// A network, such as `10.0.0.0/8`.
public struct IPNetwork: Hashable, Sendable {
    private let address: IPAddress
    private let length: Int

    /// - Parameter text: an address, optionally followed by a slash and a prefix length; without it, a single address.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(first) else { return nil }
        let bits = address.bytes.count * 8
        let length = parts.count == 1 ? bits : Int(parts[1])
        guard let length, (0...bits).contains(length) else { return nil }
        self.address = address
        self.length = length
    }

    public func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let shared = min(max(length - index * 8, 0), 8)
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> shared)
            return pair.0 & mask == pair.1 & mask
        }
    }
}

extension IPAddress {
    /// Whether the address is globally reachable: not loopback, private or reserved (RFC 6890). Addresses that embed an
    /// IPv4 address are judged by the latter.
    public var isPublic: Bool {
        if let embedded { return embedded.isPublic }
        let networks = bytes.count == 4 ? Self.specialIPv4 : Self.specialIPv6
        if networks.contains(where: { $0.contains(self) }) { return false }
        // Unallocated addresses are not public either: only 2000::/3 is allocated.
        return bytes.count == 4 || bytes[0] & 0xE0 == 0x20
    }

    /// The IPv4 address that an IPv6 address embeds: IPv4-compatible, NAT64 or 6to4.
    private var embedded: IPAddress? {
        guard bytes.count == 16 else { return nil }
        if bytes.starts(with: [0x20, 0x02]) { return IPAddress(bytes: Array(bytes[2..<6])) }
        // RFC 6052. Those of 64:ff9b:1::/48 (RFC 8215) are for use within a network.
        let isTranslated = bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
        let isCompatible = bytes.prefix(12).allSatisfy { $0 == 0 } && bytes[12] != 0
        return isTranslated || isCompatible ? IPAddress(bytes: Array(bytes[12...])) : nil
    }

    private static let specialIPv4 = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
    ].compactMap { IPNetwork($0) }

    private static let specialIPv6 = ["2001::/23", "2001:db8::/32", "3fff::/20"].compactMap { IPNetwork($0) }
}
