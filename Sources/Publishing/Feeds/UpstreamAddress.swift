/// The address of an upstream, in a strict form that every program parses in the same way.
public struct UpstreamAddress: Sendable, Equatable {
    public let isSecure: Bool
    /// The host in lower case; an IPv6 address has no brackets.
    public let host: String
    public let port: Int
    public let text: String

    static let rule =
        "must be an http or https URL of a host such as https://api.example.com/list, percent-encoded, "
        + "without user information or a fragment"

    public init?(_ text: String) {
        guard text.utf8.count <= 2000, text.utf8.allSatisfy(Self.isAddressByte) else { return nil }
        let rest: Substring
        if text.hasPrefix("https://") {
            (isSecure, rest) = (true, text.dropFirst(8))
        } else if text.hasPrefix("http://") {
            (isSecure, rest) = (false, text.dropFirst(7))
        } else {
            return nil
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let (host, port) = Self.split(authority, standardPort: isSecure ? 443 : 80) else { return nil }
        self.host = host
        self.port = port
        self.text = text
    }

    /// Splits an authority without user information into its host and port; nil for anything else.
    static func split(_ authority: Substring, standardPort: Int) -> (host: String, port: Int)? {
        var host = authority
        var port = standardPort
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        if let colon = authority[end...].lastIndex(of: ":") {
            let digits = authority[authority.index(after: colon)...]
            guard (1...5).contains(digits.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(digits), (1...65_535).contains(number)
            else { return nil }
            (host, port) = (authority[..<colon], number)
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = String(host.dropFirst().dropLast())
            guard address.contains(":"), IPAddress(address) != nil else { return nil }
            return (address.lowercased(), port)
        }
        guard isHostName(host) else { return nil }
        return (host.lowercased(), port)
    }

    static func isHostName(_ text: some StringProtocol) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { byte in
                        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
                            || byte == 0x2D
                    }
            }
    }

    /// Whether another address has the same origin.
    public func hasSameOrigin(as other: UpstreamAddress) -> Bool {
        isSecure == other.isSecure && host == other.host && port == other.port
    }

    /// Whether a byte is a character of RFC 3986, except the one that begins a fragment.
    private static func isAddressByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
            || "-._~:/?[]!$&'()*+,;=%".utf8.contains(byte)
    }
}
