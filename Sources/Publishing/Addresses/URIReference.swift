/// A URI reference, absolute or relative (RFC 3986, section 4.1).
struct URIReference {
    /// The scheme in lower case; nil for a relative address.
    let scheme: String?
    /// The host with an optional user and port; nil if it is missing.
    private let authority: Substring?

    /// - Returns: nil if the text is not an address.
    init?(_ text: String) {
        let parts = Parts(text)
        guard Self.fits(parts.path, "/:@"), Self.fits(parts.query, "/?:@"), Self.fits(parts.fragment, "/?:@"),
            parts.authority.map(Self.isAuthority) ?? true
        else { return nil }
        authority = parts.authority.map { Substring($0) }
        guard let scheme = parts.scheme else {
            // A colon in the first segment would end a scheme.
            let first = parts.path.prefix { $0 != "/" }
            if parts.authority == nil, first.contains(":") { return nil }
            self.scheme = nil
            return
        }
        guard Self.isScheme(scheme) else { return nil }
        self.scheme = String(String.UnicodeScalarView(scheme)).lowercased()
    }

    /// The issue with the host of a web address, as the end of a sentence; nil if there is none or the scheme is
    /// another one. An address with a host but without a scheme is loaded by http or https too.
    var hostIssue: String? {
        guard scheme.map({ $0 == "http" || $0 == "https" }) ?? (authority != nil) else { return nil }
        guard let authority, !authority.isEmpty else { return "must have a host, as https://example.com/a has" }
        if authority.contains("@") { return "must not have a user name or a password" }
        // DNS resolves names with underscores, although host names must not contain them.
        let name = authority.replacing("_", with: "x")
        guard let host = UpstreamAddress.split(name, standardPort: 443)?.host, Self.isHost(host) else {
            return "must have a valid host, and a port from 1 to 65535 if it has one"
        }
        return nil
    }

    /// Whether a name can be a host. Clients read a name that ends in a number as an IPv4 address, so it must be one.
    private static func isHost(_ name: String) -> Bool {
        guard let end = name.split(separator: ".").last, end.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return true
        }
        return IPAddress(name) != nil
    }

    /// Whether a text is a valid scheme.
    static func isScheme(_ text: Substring.UnicodeScalarView) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { isLetter($0) || ("0"..."9").contains($0) || "+-.".unicodeScalars.contains($0) }
    }

    private typealias Text = Substring.UnicodeScalarView

    /// The parts of an address (RFC 3986, appendix B).
    private struct Parts {
        var scheme: Text?
        var authority: Text?
        var path: Text
        var query: Text
        var fragment: Text

        init(_ text: String) {
            var rest = text[...].unicodeScalars
            fragment = Self.cut(&rest, at: "#")
            query = Self.cut(&rest, at: "?")
            let head = rest.prefix { $0 != ":" && $0 != "/" }
            if rest.dropFirst(head.count).first == ":" {
                scheme = head
                rest = rest.dropFirst(head.count + 1)
            }
            if rest.starts(with: "//".unicodeScalars) {
                let name = rest.dropFirst(2).prefix { $0 != "/" }
                authority = name
                rest = rest.dropFirst(2 + name.count)
            }
            path = rest
        }

        /// Cuts off the first mark and everything after it, and returns what follows the mark.
        private static func cut(_ rest: inout Text, at mark: Unicode.Scalar) -> Text {
            let head = rest.prefix { $0 != mark }
            defer { rest = head }
            return rest.dropFirst(head.count + 1)
        }
    }

    private static func isAuthority(_ text: Text) -> Bool {
        var host = text
        if let at = text.firstIndex(of: "@") {
            guard fits(text[..<at], ":") else { return false }
            host = text[text.index(after: at)...]
        }
        if host.first == "[" {
            let address = host.dropFirst().prefix { $0 != "]" }
            let isAddress = address.allSatisfy { isHexadecimal($0) || $0 == ":" || $0 == "." }
            guard isAddress, address.count(where: { $0 == ":" }) >= 2, host.dropFirst(address.count + 1).first == "]"
            else { return false }
            host = host.dropFirst(address.count + 2)
            if host.isEmpty { return true }
            return host.first == ":" && host.dropFirst().allSatisfy { ("0"..."9").contains($0) }
        }
        let name = host.prefix { $0 != ":" }
        return fits(name, "")
            && host.dropFirst(name.count + 1).allSatisfy { ("0"..."9").contains($0) }
    }

    /// Whether a part contains only characters that every part may have, `others` and percent-encoded characters.
    private static func fits(_ text: Text, _ others: String) -> Bool {
        let allowed = "-._~!$&'()*+,;=\(others)".unicodeScalars
        var rest = text
        while let scalar = rest.popFirst() {
            if scalar == "%" {
                guard let first = rest.popFirst(), let second = rest.popFirst(), isHexadecimal(first),
                    isHexadecimal(second)
                else { return false }
            } else if !isLetter(scalar), !("0"..."9").contains(scalar), !allowed.contains(scalar) {
                return false
            }
        }
        return true
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static func isHexadecimal(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
    }
}
