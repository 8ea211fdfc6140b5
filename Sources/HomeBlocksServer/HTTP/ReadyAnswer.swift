import NIOCore

/// An answer as it goes over the wire: nothing is left to be made.
struct ReadyAnswer {
    let status: Status
    /// The head, with the body behind it unless that is large.
    let bytes: ByteBuffer
    /// A large body, which is not copied for each second's head.
    let largeBody: ByteBuffer?
    private let headLength: Int

    enum Status: Int {
        case ok = 200
        case notModified = 304
    }

    private static let mostCopied = 64 << 10

    init(_ status: Status, head: ByteBuffer, body: ByteBuffer? = nil) {
        self.status = status
        headLength = head.readableBytes
        var bytes = head
        if var body, body.readableBytes <= Self.mostCopied {
            bytes.writeBuffer(&body)
            largeBody = nil
        } else {
            largeBody = body
        }
        self.bytes = bytes
    }

    /// The answer to HEAD.
    var withoutBody: ReadyAnswer { ReadyAnswer(status, head: bytes.getSlice(at: 0, length: headLength) ?? bytes) }

    /// How many bytes it has after the head.
    var length: Int { bytes.readableBytes - headLength + (largeBody?.readableBytes ?? 0) }
}
