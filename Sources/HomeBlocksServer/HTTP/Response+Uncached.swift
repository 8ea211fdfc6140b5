import HTTPTypes
import Hummingbird
import NIOCore
import Publishing

extension Response {
    /// JSON that nobody may keep, with the tag of the state that it tells of, if there is one.
    static func uncached(_ bytes: [UInt8], tag: StateTag? = nil) -> Response {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        headers[.eTag] = tag?.quoted
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
