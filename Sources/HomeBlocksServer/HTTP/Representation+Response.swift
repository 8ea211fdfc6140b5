import HTTPTypes
import Hummingbird
import NIOCore
import Publishing

extension Representation {
    /// Answers a read: 304 if the client has it already, the body in the best coding it accepts otherwise.
    func response(to request: Request, cacheControl: String) async -> Response {
        let body = body(
            in: ContentCoding.best(for: request.headers[values: .acceptEncoding].joined(separator: ",").utf8))
        let isRead = request.method == .get || request.method == .head
        let known = request.headers[values: .ifNoneMatch].joined(separator: ",")
        if isRead, isKnown(known, body) {
            return Response(status: .notModified, headers: fields(of: body, cacheControl, withContent: false))
        }
        guard let bytes = await body.bytes() else {
            return await response(to: request.plain, cacheControl: cacheControl)
        }
        let fields = fields(of: body, isRead ? cacheControl : "no-store", withContent: true)
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: bytes))
    }

    /// Whether a client that sends some `If-None-Match` has a body.
    func isKnown(_ header: String, _ body: CodedBody) -> Bool {
        EntityTags(parsing: header)?.containsWeakly(tag.text + body.coding.tagSuffix) ?? false
    }

    /// What the head says of a body, and of the content if it comes along.
    func fields(of body: CodedBody, _ cacheControl: String, withContent: Bool) -> HTTPFields {
        var fields = HTTPFields()
        fields[.eTag] = body.entityTag
        fields[.cacheControl] = cacheControl
        fields[.vary] = "Accept-Encoding"
        if withContent {
            fields[.contentType] = contentType
            if body.coding != .identity { fields[.contentEncoding] = body.coding.rawValue }
        }
        return fields
    }
}

extension Request {
    /// The same request from a client that accepts no coding.
    fileprivate var plain: Request {
        var head = head
        head.headerFields[.acceptEncoding] = nil
        return Request(head: head, body: body)
    }
}
