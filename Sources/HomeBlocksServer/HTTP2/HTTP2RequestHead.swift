import HTTPTypes

/// The head of an HTTP/2 request while its fields arrive. One per connection is enough, because the fields of two heads
/// are never interleaved.
struct HTTP2RequestHead {
    private var method: [UInt8] = []
    private var scheme: [UInt8] = []
    private var authority: [UInt8] = []
    private var target: [UInt8] = []
    /// The fields in HTTP/1.1 syntax. libnghttp2 refuses values with line breaks.
    private var fields: [UInt8] = []
    private var count = 0
    /// The size of all names and values, including those that are not stored.
    private var size = 0
    /// Whether the head exceeds a limit of ``HeadSize``.
    private(set) var isTooLarge = false
    private var hasHost = false
    private var serialized: [UInt8] = []

    /// The rest of a larger head is not read, because HPACK lets a client send it in a few bytes.
    private static let excessiveSize = 256 << 10
    /// A buffer with more capacity is freed before the next head.
    private static let keptCapacity = 4 << 10

    /// Starts a new head.
    mutating func begin() {
        Self.clear(&method)
        Self.clear(&scheme)
        Self.clear(&authority)
        Self.clear(&target)
        Self.clear(&fields)
        (count, size, isTooLarge, hasHost) = (0, 0, false, false)
    }

    private static func clear(_ bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: bytes.capacity <= keptCapacity)
    }

    var isExcessive: Bool { size > Self.excessiveSize }

    var isHead: Bool { method.elementsEqual("HEAD".utf8) }

    mutating func append(name: ASCII.Bytes, value: ASCII.Bytes) {
        let length = name.count + value.count
        size += length
        if name.first == UInt8(ascii: ":") { return appendPseudo(name, value) }
        // libnghttp2 only accepts the value `trailers`, which does not change responses.
        if ASCII.isEqual(name, "te") { return }
        count += 1
        // Colons and line endings do not count.
        let kept = fields.count - 3 * (count - 1)
        if count > HeadSize.maximumFields || length > HeadSize.maximumFieldBytes
            || kept + length > HeadSize.maximumBytes
        {
            isTooLarge = true
        }
        // A head that is too large is refused, so the rest of it is not stored.
        if isTooLarge { return }
        if ASCII.isEqual(name, "host") { hasHost = true }
        fields.append(contentsOf: name)
        fields.append(UInt8(ascii: ":"))
        fields.append(contentsOf: value)
        fields.append(contentsOf: "\r\n".utf8)
    }

    private mutating func appendPseudo(_ name: ASCII.Bytes, _ value: ASCII.Bytes) {
        if ASCII.isEqual(name, ":path") {
            // One byte over the limit is enough to detect that the target is too long.
            return target.append(contentsOf: value.prefix(RequestTarget.maximumBytes + 1))
        }
        guard value.count <= HeadSize.maximumFieldBytes else {
            isTooLarge = true
            return
        }
        if ASCII.isEqual(name, ":method") { method.append(contentsOf: value) }
        if ASCII.isEqual(name, ":scheme") { scheme.append(contentsOf: value) }
        if ASCII.isEqual(name, ":authority") { authority.append(contentsOf: value) }
    }

    /// Calls `body` with the head in HTTP/1.1 syntax, so that the fast path has the same rules for both versions.
    /// Returns nil if the fast path does not support the head.
    mutating func withSerialized<Result>(_ body: (ASCII.Bytes) -> Result?) -> Result? {
        // HTTP/2 requests use `:authority` instead of `Host`.
        if isTooLarge || hasHost || size > FastPathRequest.maximumBytes { return nil }
        serialized.removeAll(keepingCapacity: true)
        serialized.append(contentsOf: method)
        serialized.append(UInt8(ascii: " "))
        serialized.append(contentsOf: target)
        serialized.append(contentsOf: " HTTP/1.1\r\nhost:".utf8)
        serialized.append(contentsOf: authority)
        serialized.append(contentsOf: "\r\n".utf8)
        serialized.append(contentsOf: fields)
        serialized.append(contentsOf: "\r\n".utf8)
        return serialized.withUnsafeBytes(body)
    }

    /// Returns the request for the router, with a normalized path.
    func request() throws(ProblemDetails) -> HTTPRequest {
        if isTooLarge { throw HeadSize.problem }
        if target.count > RequestTarget.maximumBytes { throw .targetTooLong }
        let target = String(decoding: target, as: UTF8.self)
        guard let method = HTTPRequest.Method(rawValue: String(decoding: method, as: UTF8.self)),
            let fields = headerFields(), let authority = authority(fields),
            RequestTarget.isValid(target, isOptions: method == .options, isConnect: false)
        else { throw .malformedStream }
        return HTTPRequest(
            method: method, scheme: String(decoding: scheme, as: UTF8.self), authority: authority,
            path: RequestTarget.normalized(target), headerFields: fields)
    }

    /// Returns nil if a field name is invalid.
    private func headerFields() -> HTTPFields? {
        var all = HTTPFields()
        for line in fields.split(separator: UInt8(ascii: "\n")) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
            else { return nil }
            all.append(HTTPField(name: name, value: String(decoding: line[(colon + 1)...].dropLast(), as: UTF8.self)))
        }
        return all
    }

    /// Returns `:authority`, or `Host` if it is missing (RFC 9113, 8.3.1); nil if they conflict or neither is valid.
    private func authority(_ fields: HTTPFields) -> String? {
        let hosts = fields.filter { $0.name.canonicalName == "host" }.map(\.value)
        let name = authority.isEmpty ? hosts.first ?? "" : String(decoding: authority, as: UTF8.self)
        let isOne = hosts.count <= 1 && hosts.allSatisfy { $0.lowercased() == name.lowercased() }
        return isOne && !name.isEmpty && HostField.isValid(name) ? name : nil
    }
}
