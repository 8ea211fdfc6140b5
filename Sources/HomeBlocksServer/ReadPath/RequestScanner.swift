/// Reads a request's head byte by byte where it lies, by rules at least as narrow as those of the protocol.
struct RequestScanner {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Whether a text comes next, which is passed over then.
    mutating func skip(_ text: StaticString) -> Bool {
        let isThere = ASCII.starts(bytes[position...], with: text)
        if isThere { position += text.utf8CodeUnitCount }
        return isThere
    }

    /// Whether the method is HEAD; nil if it is not GET either.
    mutating func method() -> Bool? { skip("GET ") ? false : skip("HEAD ") ? true : nil }

    /// A path, and a query if there is one, in which nothing is encoded.
    mutating func target() -> (path: PlainRequest.Bytes, query: PlainRequest.Bytes)? {
        let start = position
        var queryStart: Int?
        while position < bytes.count, bytes[position] != UInt8(ascii: " ") {
            guard Self.isPlain(bytes[position]) else { return nil }
            if bytes[position] == UInt8(ascii: "?"), queryStart == nil { queryStart = position + 1 }
            position += 1
        }
        let end = position
        guard start < end, bytes[start] == UInt8(ascii: "/"), skip(" ") else { return nil }
        return (bytes[start..<(queryStart.map { $0 - 1 } ?? end)], bytes[(queryStart ?? end)..<end])
    }

    /// The next header field; nil if it is none or not whole.
    mutating func field() -> (name: PlainRequest.Bytes, value: PlainRequest.Bytes)? {
        let start = position
        while position < bytes.count, Self.isToken(bytes[position]) { position += 1 }
        let name = bytes[start..<position]
        guard !name.isEmpty, skip(":") else { return nil }
        let valueStart = position
        while position < bytes.count, Self.isText(bytes[position]) { position += 1 }
        let value = bytes[valueStart..<position]
        return skip("\r\n") ? (name, ASCII.trimmed(value)) : nil
    }

    /// Whether some bytes can be what `Host` has.
    static func isHost(_ value: PlainRequest.Bytes) -> Bool {
        !value.isEmpty
            && value.allSatisfy { byte in
                isAlphanumeric(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
            }
    }

    /// What stands for itself in a path and a query.
    private static func isPlain(_ byte: UInt8) -> Bool {
        if isAlphanumeric(byte) { return true }
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ","), UInt8(ascii: "~"), UInt8(ascii: ":"),
            UInt8(ascii: "@"), UInt8(ascii: "!"), UInt8(ascii: "*"):
            return true
        default: return false
        }
    }

    /// RFC 9110, 5.6.2.
    private static func isToken(_ byte: UInt8) -> Bool {
        if isAlphanumeric(byte) { return true }
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            return true
        default: return false
        }
    }

    private static func isText(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) || byte == 0x09 }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 || (0x30...0x39).contains(byte)
    }
}
