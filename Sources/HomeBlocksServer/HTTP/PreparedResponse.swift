import NIOCore

/// An answer as it goes over the wire: nothing is left to be made.
final class PreparedResponse: Sendable {
    let status: Status
    /// The head, with the body behind it unless that is large.
    let bytes: ByteBuffer
    /// A large body, which is not copied for each second's head.
    let largeBody: ByteBuffer?
    /// How many bytes it has after the head.
    let length: Int
    private let headLength: Int

    enum Status: Int {
        case ok = 200
        case notModified = 304
    }

    private static let mostCopied = 64 << 10

    init(_ status: Status, head: ByteBuffer, body: ByteBuffer? = nil) {
        self.status = status
        headLength = head.readableBytes
        length = body?.readableBytes ?? 0
        guard var body, body.readableBytes <= Self.mostCopied else {
            (bytes, largeBody) = (head, body)
            return
        }
        var bytes = head
        bytes.writeBuffer(&body)
        (self.bytes, largeBody) = (bytes, nil)
    }

    /// The answer to HEAD.
    var withoutBody: PreparedResponse {
        PreparedResponse(status, head: bytes.getSlice(at: 0, length: headLength) ?? bytes)
    }
}
