/// Converts addresses that people or programs wrote as IRIs to URIs (RFC 3987, section 3.1).
public enum URIEncoding {
    /// Returns an address with all characters percent-encoded that a URI must not contain.
    ///
    /// - Characters beyond ASCII, spaces, quotes, braces, `<`, `>`, `\`, `^`, `` ` ``, `|` and control characters are
    ///   encoded as UTF-8, as are brackets except those around an IPv6 address, and every `#` but the first.
    /// - A `%` stays if two hexadecimal digits follow it, so encoding twice changes nothing.
    /// - The host of an http or https address is a DNS name, so it is converted to Punycode instead (RFC 3492).
    /// - As in browsers, white space around the address is removed, as are tabs and line breaks in it.
    ///
    /// The result may still be invalid for other reasons, such as a missing host.
    public static func uri(from address: String) -> String {
        let text = trimmed(address)
        var rest = text[...]
        var result = ""
        if let colon = rest.firstIndex(of: ":"), isScheme(rest[..<colon]) {
            result += String(String.UnicodeScalarView(rest[...colon]))
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".unicodeScalars) {
            let authority = rest.dropFirst(2).prefix { !"/?#".unicodeScalars.contains($0) }
            rest = rest.dropFirst(2 + authority.count)
            let isDNS = ["", "http:", "https:"].contains(result.lowercased())
            result += "//" + encoded(authority: authority, isDNS: isDNS)
        }
        let path = rest.prefix { $0 != "#" }
        result += encoded(path, also: "/?:@")
        if path.count < rest.count { result += "#" + encoded(rest.dropFirst(path.count + 1), also: "/?:@") }
        return result
    }

    private typealias Text = Substring.UnicodeScalarView

    private static func trimmed(_ address: String) -> Text {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value <= 0x20 || scalar == "\u{FEFF}" || scalar.properties.isWhitespace
        }
        var text = address.unicodeScalars[...]
        text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        text.removeAll { $0 == "\t" || $0 == "\n" || $0 == "\r" }
        return text
    }

    private static func isScheme(_ text: Text) -> Bool {
        guard let first = text.first, first.isASCII, first.properties.isAlphabetic else { return false }
        return text.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
                || "+-.".unicodeScalars.contains($0)
        }
    }

    private static func encoded(authority: Text, isDNS: Bool) -> String {
        var (result, host) = ("", authority)
        if let at = host.lastIndex(of: "@") {
            result = encoded(host[..<at], also: ":") + "@"
            host = host[host.index(after: at)...]
        }
        if host.first == "[", let end = host.firstIndex(of: "]") {
            let address = host[host.index(after: host.startIndex)..<end]
            result += "[" + encoded(address, also: ":") + "]"
            return result + encoded(host[host.index(after: end)...], also: ":")
        }
        let name = host.prefix { $0 != ":" }
        let text = String(String.UnicodeScalarView(name))
        result += isDNS ? InternationalHost.ascii(text) ?? encoded(name) : encoded(name)
        return result + encoded(host.dropFirst(name.count), also: ":")
    }

    /// Percent-encodes all characters except those that every part may contain, `others` and existing escapes.
    private static func encoded(_ text: Text, also others: String = "") -> String {
        let allowed = "-._~!$&'()*+,;=\(others)".unicodeScalars
        var result = ""
        var rest = text
        while let scalar = rest.popFirst() {
            let isKept =
                scalar == "%"
                ? rest.prefix(2).count(where: \.properties.isASCIIHexDigit) == 2
                : isLetterOrDigit(scalar) || allowed.contains(scalar)
            if isKept {
                result.unicodeScalars.append(scalar)
            } else {
                for byte in UTF8.encode(scalar) ?? .init() { result += escape(byte) }
            }
        }
        return result
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
}
