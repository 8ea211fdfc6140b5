import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import Publishing

/// An error as clients see it (RFC 9457). `code` and `message` repeat the status and the detail for clients
/// that know only the envelope.
struct Problem: Error {
    let status: HTTPResponse.Status
    /// The last part of the problem's type.
    let kind: String
    let detail: String
    var faults: [ValidationIssue] = []
    /// Further members.
    var extensions: JSONObject = [:]
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ kind: String, _ detail: String) {
        self.status = status
        self.kind = kind
        self.detail = detail
    }

    func bytes(requestID: String) -> [UInt8] {
        var members = extensions
        members["type"] = .string("urn:homeblocks:problem:\(kind)")
        members["title"] = .string(status.reasonPhrase)
        members["status"] = JSONValue(status.code)
        members["detail"] = .string(detail)
        members["code"] = JSONValue(status.code)
        members["message"] = .string(detail)
        members["errors"] = .array(
            faults.map { ["pointer": .string($0.pointer.description), "reason": .string($0.reason)] })
        members["requestId"] = .string(requestID)
        return JSONValue.object(members).encoded
    }

    func response(requestID: String) -> Response {
        var headers = headers
        headers[.contentType] = "application/problem+json"
        headers[.cacheControl] = "no-store"
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes(requestID: requestID))))
    }
}
