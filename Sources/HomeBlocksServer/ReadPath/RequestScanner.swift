/// Reads a request's head byte by byte where it lies, by rules at least as narrow as those of the protocol.
struct RequestScanner {
    typealias Bytes = UnsafeRawBufferPointer

    private let bytes: Bytes
    private(set) var position = 0

    init(_ bytes: Bytes) { self.bytes = bytes }

    /// Whether a text comes next, which is passed over then.
    mutating func skip(_ text: StaticString) -> Bool {
        let isThere = ASCII.starts(Bytes(rebasing: bytes[position...]), with: text)
        if isThere { position += text.utf8CodeUnitCount }
        return isThere
    }

    /// Whether the method is HEAD; nil if it is not GET either.
    mutating func method() -> Bool? { skip("GET ") ? false : skip("HEAD ") ? true : nil }

    /// A path, and a query if there is one, in which nothing is encoded.
    mutating func target() -> (path: Bytes, query: Bytes)? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "/") else { return nil }
        let path = run(of: .path)
        var query = Bytes(start: nil, count: 0)
        if position < bytes.count, bytes[position] == UInt8(ascii: "?") {
            position += 1
            query = run(of: .query)
        }
        return skip(" ") ? (path, query) : nil
    }

    /// The next header field; nil if it is none or not whole.
    mutating func field() -> (name: Bytes, value: Bytes)? {
        let name = run(of: .token)
        guard !name.isEmpty, position < bytes.count, bytes[position] == UInt8(ascii: ":") else { return nil }
        position += 1
        let value = run(of: .text)
        return skip("\r\n") ? (name, Bytes(rebasing: ASCII.trimmed(value))) : nil
    }

    /// Passes over bytes of a kind.
    private mutating func run(of kind: ByteSet) -> Bytes {
        let start = position
        while position < bytes.count, kind.contains(bytes[position]) { position += 1 }
        return Bytes(rebasing: bytes[start..<position])
    }
}
