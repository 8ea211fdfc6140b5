import Foundation
import NIOCore

/// The address of a host: 4 bytes, or 16. An IPv4 address that is written as an IPv6 one is the IPv4 address.
struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// What one subscriber has: one IPv4 address, or the 64 bits that IPv6 networks begin with.
    var subscriber: [UInt8] { bytes.count == 16 ? Array(bytes.prefix(8)) : bytes }

    init?(_ text: some StringProtocol) {
        let text = String(text)
        var four = in_addr()
        var sixteen = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            bytes = Self.plain(withUnsafeBytes(of: &sixteen) { Array($0) })
        } else {
            return nil
        }
    }

    /// The address of a connection's other end; nil if it is no network connection.
    init?(_ address: SocketAddress?) {
        guard let text = address?.ipAddress else { return nil }
        // An address of one link names its interface behind a percent sign.
        self.init(text.prefix { $0 != "%" })
    }

    private static func plain(_ bytes: [UInt8]) -> [UInt8] {
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
