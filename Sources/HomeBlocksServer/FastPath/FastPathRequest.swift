/// A GET or HEAD request without a body and without unusual fields, parsed in place. Anything ambiguous goes to the
/// full parser.
struct FastPathRequest {
    let isHead: Bool
    /// The path, with the query if there is one.
    let target: ASCII.Bytes
    let path: ASCII.Bytes
    let query: ASCII.Bytes
    let acceptEncoding: ASCII.Bytes?
    let ifNoneMatch: ASCII.Bytes?
    /// Whether the request has an `Origin`, which means that a web page's script sent it.
    let hasOrigin: Bool
    /// Whether the request has a `Range`.
    let hasRange: Bool
    /// The size of the request in bytes.
    let length: Int

    /// Longer heads go to the full parser.
    static let maximumBytes = 4096
    private static let maximumFields = 64

    /// Parses the request at the start of the bytes; nil if it is incomplete or needs the full parser.
    init?(_ bytes: ASCII.Bytes) {
        var scanner = RequestScanner(ASCII.Bytes(rebasing: bytes.prefix(Self.maximumBytes)))
        guard let isHead = scanner.method(), let target = scanner.target(), scanner.skip("HTTP/1.1\r\n") else {
            return nil
        }
        var (hosts, acceptEncoding, ifNoneMatch): (Int, ASCII.Bytes?, ASCII.Bytes?) = (0, nil, nil)
        var (fields, hasOrigin, hasRange) = (0, false, false)
        while !scanner.skip("\r\n") {
            guard let (name, value) = scanner.field(), fields < Self.maximumFields else { return nil }
            fields += 1
            switch Field(name) {
            case .host:
                guard hosts == 0, Self.isPlainHost(value) else { return nil }
                hosts += 1
            case .acceptEncoding where acceptEncoding == nil: acceptEncoding = value
            case .ifNoneMatch where ifNoneMatch == nil: ifNoneMatch = value
            case .connection where ASCII.isEqual(value, "keep-alive"): break
            case .origin: hasOrigin = true
            case .range: hasRange = true
            case .acceptEncoding, .ifNoneMatch, .connection, .unusual: return nil
            case .other: break
            }
        }
        guard hosts == 1 else { return nil }
        self.isHead = isHead
        self.hasOrigin = hasOrigin
        self.hasRange = hasRange
        self.target = target.whole
        path = target.path
        query = target.query
        self.acceptEncoding = acceptEncoding
        // An empty value counts as absent.
        self.ifNoneMatch = ifNoneMatch.flatMap { $0.isEmpty ? nil : $0 }
        length = scanner.position
    }

    /// Whether a host is a name without percent-encoding, with or without a port.
    private static func isPlainHost(_ value: ASCII.Bytes) -> Bool {
        let name = value.prefix { ByteSet.registeredName.contains($0) }
        let rest = value.dropFirst(name.count)
        let isPort = rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        return !name.isEmpty && (rest.isEmpty || isPort)
    }
}

/// Scans the head of a request in place. Its rules are at least as strict as the protocol's.
private struct RequestScanner {
    private let bytes: ASCII.Bytes
    private(set) var position = 0

    init(_ bytes: ASCII.Bytes) { self.bytes = bytes }

    /// Skips a string if it comes next.
    mutating func skip(_ text: StaticString) -> Bool {
        let isNext = ASCII.starts(ASCII.Bytes(rebasing: bytes[position...]), with: text)
        if isNext { position += text.utf8CodeUnitCount }
        return isNext
    }

    /// Whether the method is HEAD; nil if it is not GET either.
    mutating func method() -> Bool? { skip("GET ") ? false : skip("HEAD ") ? true : nil }

    /// Scans a path without percent-encoding, with an optional query.
    mutating func target() -> (whole: ASCII.Bytes, path: ASCII.Bytes, query: ASCII.Bytes)? {
        let start = position
        guard position < bytes.count, bytes[position] == UInt8(ascii: "/") else { return nil }
        let path = run(of: .path)
        var query = ASCII.Bytes(start: nil, count: 0)
        if position < bytes.count, bytes[position] == UInt8(ascii: "?") {
            position += 1
            query = run(of: .query)
        }
        let whole = ASCII.Bytes(rebasing: bytes[start..<position])
        return skip(" ") ? (whole, path, query) : nil
    }

    /// Scans the next header field; nil if it is malformed or incomplete.
    mutating func field() -> (name: ASCII.Bytes, value: ASCII.Bytes)? {
        let name = run(of: .token)
        guard !name.isEmpty, position < bytes.count, bytes[position] == UInt8(ascii: ":") else { return nil }
        position += 1
        let value = run(of: .text)
        return skip("\r\n") ? (name, ASCII.Bytes(rebasing: ASCII.trimmed(value))) : nil
    }

    /// Skips the bytes that are in a set, and returns them.
    private mutating func run(of set: ByteSet) -> ASCII.Bytes {
        let start = position
        while position < bytes.count, set.contains(bytes[position]) { position += 1 }
        return ASCII.Bytes(rebasing: bytes[start..<position])
    }
}

extension FastPathRequest {
    /// What a header field means for the fast path.
    fileprivate enum Field {
        case host
        case acceptEncoding
        case ifNoneMatch
        case connection
        case origin
        case range
        /// The field may mean a body, another protocol or anything else that needs the full parser.
        case unusual
        /// The field does not change the response.
        case other

        init(_ name: ASCII.Bytes) {
            switch name.count {
            case 4 where ASCII.isEqual(name, "host"): self = .host
            case 6 where ASCII.isEqual(name, "origin"): self = .origin
            case 5 where ASCII.isEqual(name, "range"): self = .range
            case 10 where ASCII.isEqual(name, "connection"): self = .connection
            case 13 where ASCII.isEqual(name, "if-none-match"): self = .ifNoneMatch
            case 15 where ASCII.isEqual(name, "accept-encoding"): self = .acceptEncoding
            case 2 where ASCII.isEqual(name, "te"), 8 where ASCII.isEqual(name, "if-match"),
                6 where ASCII.isEqual(name, "expect"),
                18 where ASCII.isEqual(name, "homeblocks-preview"),
                7 where ASCII.isEqual(name, "upgrade"), 7 where ASCII.isEqual(name, "trailer"),
                14 where ASCII.isEqual(name, "content-length"), 14 where ASCII.isEqual(name, "http2-settings"),
                16 where ASCII.isEqual(name, "proxy-connection"), 17 where ASCII.isEqual(name, "transfer-encoding"):
                self = .unusual
            default: self = .other
            }
        }
    }
}
