import HTTPTypes
import Hummingbird
import Publishing

extension Representation {
    /// Answers a read: 304 if the client has it already, the body in the best coding it accepts otherwise.
    func response(to request: Request, cacheControl: String) async -> Response {
        let wanted = coding(
            for: ContentCoding.best(for: request.headers[values: .acceptEncoding].joined(separator: ",")))
        let isRead = request.method == .get || request.method == .head
        let known = request.headers[values: .ifNoneMatch].joined(separator: ",")
        if isRead, !known.isEmpty, let tags = EntityTags(parsing: known),
            tags.containsWeakly(tag.text + wanted.tagSuffix)
        {
            return Response(status: .notModified, headers: headers(wanted, cacheControl))
        }
        guard let body = await body(wanted) else {
            return await response(to: request.plain, cacheControl: cacheControl)
        }
        var headers = headers(wanted, isRead ? cacheControl : "no-store")
        headers[.contentType] = contentType
        if wanted != .identity { headers[.contentEncoding] = wanted.rawValue }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    private func headers(_ coding: ContentCoding, _ cacheControl: String) -> HTTPFields {
        var headers = HTTPFields()
        headers[.eTag] = entityTag(coding)
        headers[.cacheControl] = cacheControl
        headers[.vary] = "Accept-Encoding"
        return headers
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
