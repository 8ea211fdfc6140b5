import HTTPTypes
import Hummingbird
import NIOCore
import Publishing

extension Representation {
    /// The response to a request: 304 if the client has the representation, the body in the best coding that it accepts
    /// otherwise.
    ///
    /// - Parameter age: for how many seconds the server may have missed changes; nil if it has certainly missed none.
    func response(to request: Request, cacheControl: String, age: Int? = nil) async -> Response {
        let accepted = request.headers[values: .acceptEncoding].joined(separator: ",")
        let coding = coding(for: ContentCoding.best(for: accepted.utf8))
        let isRead = request.method == .get || request.method == .head
        if isRead, isKnown(request.headers[values: .ifNoneMatch].joined(separator: ","), coding) {
            return Response(status: .notModified, headers: fields(coding, cacheControl, age: age, withContent: false))
        }
        guard let bytes = await bytes(in: coding) else {
            return await response(to: request.withoutAcceptEncoding, cacheControl: cacheControl, age: age)
        }
        let fields = fields(coding, isRead ? cacheControl : "no-store", age: age, withContent: true)
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: bytes))
    }

    /// Whether an `If-None-Match` names the representation in a coding.
    func isKnown(_ header: String, _ coding: ContentCoding) -> Bool {
        EntityTags(parsing: header)?.containsWeakly(tag.text + coding.tagSuffix) ?? false
    }

    /// The header fields of a response, with those of its content if it has any.
    func fields(_ coding: ContentCoding, _ cacheControl: String, age: Int? = nil, withContent: Bool) -> HTTPFields {
        var fields = HTTPFields()
        fields[.eTag] = entityTag(coding)
        fields[.cacheControl] = cacheControl
        if let age { fields[.age] = String(age) }
        fields[.vary] = "Accept-Encoding"
        if withContent {
            fields[.contentType] = contentType
            if coding != .identity { fields[.contentEncoding] = coding.rawValue }
        }
        return fields
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
    /// A JSON response that must not be cached.
    ///
    /// - Parameter tag: the state that it shows, for the header `ETag`.
    static func uncached(_ bytes: [UInt8], tag: StateTag? = nil) -> Response {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        headers[.eTag] = tag?.quoted
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
