/// The forms in which a request may say what it is about (RFC 9112, 3.2).
enum RequestTarget {
    /// What has more bytes is refused.
    static let mostBytes = 8 << 10

    /// The same target, in which each character of the path that needs no encoding stands for itself (RFC 3986, 6.2.2.2).
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
