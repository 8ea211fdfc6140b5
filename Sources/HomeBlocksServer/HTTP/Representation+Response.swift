import HTTPTypes
import Hummingbird
import NIOCore
import Publishing

extension Representation {
    /// Returns the response to a request: 304 if the client has the representation, otherwise the body in the best
    /// coding that the client accepts.
    ///
    /// - Parameters:
    ///   - caching: `Cache-Control` and the other header fields for caches.
    ///   - ignored: the names of parameters that were completely or partly ignored; nil if there are none.
    func response(to request: Request, caching: HTTPFields, ignored: String? = nil) async -> Response {
        let accepted = request.headers[values: .acceptEncoding].joined(separator: ",")
        let coding = coding(for: ContentCoding.best(for: accepted.utf8))
        let isRead = request.method == .get || request.method == .head
        guard hasContent else {
            return Response(status: .noContent, headers: fields(coding, caching, withBody: false, ignored: ignored))
        }
        if isRead, isKnown(request.headers[values: .ifNoneMatch].joined(separator: ","), coding) {
            return Response(status: .notModified, headers: fields(coding, caching, withBody: false, ignored: ignored))
        }
        guard let bytes = await bytes(in: coding) else {
            return await response(to: request.withoutAcceptEncoding, caching: caching, ignored: ignored)
        }
        let fields = fields(coding, isRead ? caching : nil, withBody: true, ignored: ignored)
        return Response(status: .ok, headers: fields, body: ResponseBody(bytes))
    }

    /// Returns the part of the body that a request selects, otherwise the whole response. Ranges of compressed bodies
    /// are not supported, and HEAD ignores them.
    ///
    /// - Throws: ``ProblemDetails`` if the range is outside the body.
    func part(of whole: Response, for request: Request) throws -> Response {
        guard whole.status == .ok, whole.headers[.acceptRanges] != nil, request.method == .get,
            let value = request.headers[.range],
            ByteRange.isPermitted(by: request.headers[.ifRange], entityTag: entityTag(.identity)),
            let range = ByteRange(parsing: value, size: size)
        else { return whole }
        guard case .part(let bytes) = range, let part = slice(bytes) else {
            throw ProblemDetails.unsatisfiableRange(of: size)
        }
        var fields = whole.headers
        fields[.contentLength] = String(part.readableBytes)
        fields[.contentRange] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(size)"
        return Response(status: .partialContent, headers: fields, body: ResponseBody(byteBuffer: part))
    }

    /// Whether an `If-None-Match` matches the representation in a coding.
    func isKnown(_ header: String, _ coding: ContentCoding) -> Bool {
        EntityTags(parsing: header)?.containsWeakly(tag.text + coding.tagSuffix) ?? false
    }

    /// Returns the header fields of a response.
    ///
    /// - Parameters:
    ///   - caching: `Cache-Control` and the other header fields for caches; nil for a response that must not be stored.
    ///   - withBody: whether the response has a body.
    ///   - ignored: the names of parameters that were completely or partly ignored; nil if there are none.
    func fields(_ coding: ContentCoding, _ caching: HTTPFields?, withBody: Bool, ignored: String? = nil) -> HTTPFields {
        var fields = HTTPFields()
        if hasContent { fields[.eTag] = entityTag(coding) }
        fields.append(contentsOf: caching ?? [.cacheControl: "no-store"])
        if hasContent { fields[.vary] = "Accept-Encoding" }
        if withBody {
            fields[.contentType] = contentType
            if coding != .identity { fields[.contentEncoding] = coding.rawValue }
            if acceptsRanges, coding == .identity { fields[.acceptRanges] = "bytes" }
        }
        if caching != nil { fields.append(contentsOf: self.fields) }
        if let ignored { fields[.ignoredParameters] = ignored }
        return fields
    }
}

extension ResponseBody {
    fileprivate init(_ bytes: ResponseBytes) {
        if bytes.buffers.count == 1 {
            self.init(byteBuffer: bytes.buffers[0])
        } else {
            self.init(contentsOf: bytes.buffers)
        }
    }
}

extension Request {
    fileprivate var withoutAcceptEncoding: Request {
        var head = head
        head.headerFields[.acceptEncoding] = nil
        return Request(head: head, body: body)
    }
}

extension Response {
    /// Returns a JSON response that must not be cached.
    ///
    /// - Parameter tag: the tag of the state in the response, for `ETag`.
    static func uncached(_ bytes: [UInt8], tag: StateTag? = nil) -> Response {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        headers[.eTag] = tag?.quoted
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension HTTPField.Name {
    fileprivate static let ignoredParameters = HTTPField.Name("Ignored-Parameters") ?? .via
}
