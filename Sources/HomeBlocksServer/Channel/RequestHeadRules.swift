import NIOHTTP1
import Publishing

/// The forms of a request target (RFC 9112, 3.2).
enum RequestTarget {
    static let maximumBytes = 8 << 10

    /// Returns a target with the unreserved characters of its path decoded (RFC 3986, 6.2.2.2).
    static func normalized(_ target: String) -> String {
        guard target.utf8.contains(UInt8(ascii: "%")) else { return target }
        var rest = Array(target.utf8)[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "?") { return String(decoding: bytes + [byte] + rest, as: UTF8.self) }
            let digits = rest.prefix(2)
            let value =
                digits.allSatisfy(ByteSet.hexadecimal.contains)
                ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
            if byte == UInt8(ascii: "%"), digits.count == 2, let value, ByteSet.unreserved.contains(value) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func isValid(_ target: String, isOptions: Bool, isConnect: Bool) -> Bool {
        if isConnect { return HostField.isValid(target) }
        if target.hasPrefix("/") { return true }
        if target == "*" { return isOptions }
        let lowercased = target.prefix(8).lowercased()
        guard let scheme = ["http://", "https://"].first(where: { lowercased.hasPrefix($0) }) else { return false }
        let authority = target.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        return !authority.isEmpty && !authority.hasPrefix(":") && HostField.isValid(authority)
    }
}

/// The value of `Host`: a name or an address, and a port (RFC 9110, 7.2; RFC 3986, 3.2.2).
enum HostField {
    static func isValid(_ value: some StringProtocol) -> Bool {
        if value.hasPrefix("[") {
            guard let end = value.firstIndex(of: "]") else { return false }
            let address = value[value.index(after: value.startIndex)..<end]
            return IPAddress(address)?.bytes.count == 16 && isPort(value[value.index(after: end)...])
        }
        let name = value.prefix { $0 != ":" }
        return isName(name) && isPort(value[name.endIndex...])
    }

    private static func isPort(_ text: some StringProtocol) -> Bool {
        text.isEmpty || text.first == ":" && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether each character is allowed in a name or percent-encoded.
    private static func isName(_ text: some StringProtocol) -> Bool {
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = bytes.prefix(2)
                guard digits.count == 2, digits.allSatisfy(ByteSet.hexadecimal.contains) else { return false }
                bytes = bytes.dropFirst(2)
            } else if !ByteSet.registeredName.contains(byte) {
                return false
            }
        }
        return true
    }
}

/// Limits of a request's header fields. The parser's limit is higher, to distinguish a target that is too long
/// from fields that are too long.
enum HeadSize {
    static let maximumFieldBytes = 8 << 10
    static let maximumBytes = 32 << 10
    static let maximumFields = 100
    /// The parser's limit.
    static let maximumParsedBytes = 48 << 10

    /// The problem for a head over a limit.
    static let problem = ProblemDetails(HTTPParserError.headerOverflow)

    static func problem(of headers: HTTPHeaders) -> ProblemDetails? {
        let sizes = headers.map { $0.name.utf8.count + $0.value.utf8.count }
        let isTooLarge = sizes.contains { $0 > maximumFieldBytes } || sizes.reduce(0, +) > maximumBytes
        return isTooLarge ? problem : nil
    }
}
