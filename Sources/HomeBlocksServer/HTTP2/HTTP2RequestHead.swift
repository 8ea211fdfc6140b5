import HTTPTypes

/// The head of an HTTP/2 request while its fields arrive. One per connection is enough, because the fields of two heads
/// are never interleaved.
struct HTTP2RequestHead {
    /// The fields in the order of their arrival, in HTTP/1.1 syntax, with the pseudo-header fields. libnghttp2 refuses
    /// values with line breaks, repeated pseudo-header fields, and pseudo-header fields after other fields.
    private var lines: [UInt8] = []
    /// The number of bytes in ``lines`` of the pseudo-header fields.
    private var pseudoCount = 0
    // Where the values of the pseudo-header fields are in `lines`.
    private var (method, scheme, authority, path) = (0..<0, 0..<0, 0..<0, 0..<0)
    private var count = 0
    /// The size of all names and values, including those that are not stored.
    private var size = 0
    /// The size of the stored names and values, without those of pseudo-header fields.
    private var kept = 0
    /// Whether the head exceeds a limit of ``HeadSize``.
    private(set) var isTooLarge = false
    private var hasHost = false

    /// The rest of a larger head is not read, because HPACK lets a client send it in a few bytes.
    private static let excessiveSize = 256 << 10
    /// A buffer with more capacity is freed before the next head.
    private static let keptCapacity = 4 << 10

    /// Starts a new head.
    mutating func begin() {
        lines.removeAll(keepingCapacity: lines.capacity <= Self.keptCapacity)
        (method, scheme, authority, path) = (0..<0, 0..<0, 0..<0, 0..<0)
        (pseudoCount, count, size, kept, isTooLarge, hasHost) = (0, 0, 0, 0, false, false)
    }

    var isExcessive: Bool { size > Self.excessiveSize }

    var isHead: Bool { lines[method].elementsEqual("HEAD".utf8) }

    mutating func append(name: ASCII.Bytes, value: ASCII.Bytes) {
        let length = name.count + value.count
        size += length
        if name.first == UInt8(ascii: ":") { return appendPseudo(name, value) }
        // libnghttp2 only accepts the value `trailers`, which does not change responses.
        if name.count == 2, ASCII.isEqual(name, "te") { return }
        count += 1
        if count > HeadSize.maximumFields || length > HeadSize.maximumFieldBytes
            || kept + length > HeadSize.maximumBytes
        {
            isTooLarge = true
        }
        // A head that is too large is refused, so the rest of it is not stored.
        if isTooLarge { return }
        kept += length
        if name.count == 4, ASCII.isEqual(name, "host") { hasHost = true }
        appendLine(name, value)
    }

    private mutating func appendPseudo(_ name: ASCII.Bytes, _ value: ASCII.Bytes) {
        let isPath = ASCII.isEqual(name, ":path")
        guard isPath || value.count <= HeadSize.maximumFieldBytes else {
            isTooLarge = true
            return
        }
        // One byte over the limit is enough to detect that the target is too long.
        let stored = isPath ? ASCII.Bytes(rebasing: value.prefix(RequestTarget.maximumBytes + 1)) : value
        let start = lines.count + name.count + 1
        appendLine(name, stored)
        let range = start..<(start + stored.count)
        if isPath { path = range }
        if ASCII.isEqual(name, ":method") { method = range }
        if ASCII.isEqual(name, ":scheme") { scheme = range }
        if ASCII.isEqual(name, ":authority") { authority = range }
        pseudoCount = lines.count
    }

    private mutating func appendLine(_ name: ASCII.Bytes, _ value: ASCII.Bytes) {
        lines.append(contentsOf: name)
        lines.append(UInt8(ascii: ":"))
        lines.append(contentsOf: value)
        lines.append(UInt8(ascii: "\r"))
        lines.append(UInt8(ascii: "\n"))
    }

    // MARK: The fast path

    /// Whether the fast path supports the head. HTTP/2 requests use `:authority` instead of `Host`.
    var isForFastPath: Bool { !isTooLarge && !hasHost && size <= FastPathRequest.maximumBytes }

    /// Calls `body` with the stored fields. Heads for the fast path with the same bytes get the same response.
    func withLines<Result>(_ body: (ASCII.Bytes) -> Result) -> Result { lines.withUnsafeBytes(body) }

    /// The head in HTTP/1.1 syntax, so that the fast path has the same rules for both versions.
    var serialized: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lines.count)
        bytes.append(contentsOf: lines[method])
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: lines[path])
        bytes.append(contentsOf: " HTTP/1.1\r\nhost:".utf8)
        bytes.append(contentsOf: lines[authority])
        bytes.append(contentsOf: "\r\n".utf8)
        bytes.append(contentsOf: lines[pseudoCount...])
        bytes.append(contentsOf: "\r\n".utf8)
        return bytes
    }

    // MARK: The router

    /// Returns the request for the router, with a normalized path.
    func request() throws(ProblemDetails) -> HTTPRequest {
        if isTooLarge { throw HeadSize.problem }
        if path.count > RequestTarget.maximumBytes { throw .targetTooLong }
        let target = String(decoding: lines[path], as: UTF8.self)
        guard let method = HTTPRequest.Method(rawValue: String(decoding: lines[method], as: UTF8.self)),
            let fields = headerFields(), let authority = authority(fields),
            RequestTarget.isValid(target, isOptions: method == .options, isConnect: false)
        else { throw .malformedStream }
        return HTTPRequest(
            method: method, scheme: String(decoding: lines[scheme], as: UTF8.self), authority: authority,
            path: RequestTarget.normalized(target), headerFields: fields)
    }

    /// Returns nil if a field name is invalid.
    private func headerFields() -> HTTPFields? {
        var all = HTTPFields()
        for line in lines[pseudoCount...].split(separator: UInt8(ascii: "\n")) {
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
        let name = authority.isEmpty ? hosts.first ?? "" : String(decoding: lines[authority], as: UTF8.self)
        let isOne = hosts.count <= 1 && hosts.allSatisfy { $0.lowercased() == name.lowercased() }
        return isOne && !name.isEmpty && HostField.isValid(name) ? name : nil
    }
}
