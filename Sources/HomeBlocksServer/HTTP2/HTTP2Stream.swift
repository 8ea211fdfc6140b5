import CLibNGHTTP2
import NIOCore

/// A stream of HTTP/2 that is open: the part of its response's body that is not sent yet.
final class HTTP2Stream {
    let id: Int32
    /// The channel to the router, while the stream is open; nil if the response is prepared.
    var channel: HTTP2StreamChannel?
    private var buffers: CircularBuffer<ByteBuffer> = []
    /// How many bytes wait to be sent.
    private(set) var unsent = 0
    /// Whether the body ends with the bytes that wait.
    private(set) var isComplete = false
    /// Whether the end was sent, with the last bytes or with the head of a response without a body.
    var hasSentEnd = false
    /// Whether a reset was submitted, which the client may not read either.
    var isReset = false
    /// When bytes were sent, or began to wait.
    private(set) var progressed = NIODeadline.now()

    /// With its head such a frame fills a record of TLS.
    private static let maxLength = (16 << 10) - HTTP2Library.frameHeadSize

    init(id: Int32, channel: HTTP2StreamChannel? = nil) {
        self.id = id
        self.channel = channel
    }

    /// Whether bytes, or the end, wait for a client that has to read them.
    var isWaiting: Bool { !isReset && (unsent > 0 || isComplete && !hasSentEnd) }

    func restartStallTimer() { progressed = .now() }

    /// Notes that nothing more will be added.
    func complete() {
        if unsent == 0 { progressed = .now() }
        isComplete = true
    }

    func append(_ bytes: ByteBuffer) {
        guard bytes.readableBytes > 0 else { return }
        if unsent == 0 { progressed = .now() }
        buffers.append(bytes)
        unsent += bytes.readableBytes
    }

    /// How many bytes of the body libnghttp2 may send now.
    ///
    /// - Parameter limit: how many bytes have a window and fit into a frame.
    func nextLength(limit: Int, flags: inout UInt32) -> Int {
        if unsent == 0, !isComplete { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
        let count = min(limit, unsent, Self.maxLength)
        flags |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue
        if isComplete, count == unsent {
            hasSentEnd = true
            flags |= NGHTTP2_DATA_FLAG_EOF.rawValue
        }
        return count
    }

    /// Moves bytes that wait to the end of a buffer.
    func move(_ count: Int, to output: inout ByteBuffer) {
        var left = count
        while left > 0, var bytes = buffers.popFirst() {
            if let part = bytes.readSlice(length: min(left, bytes.readableBytes)) {
                output.writeImmutableBuffer(part)
                left -= part.readableBytes
            }
            if bytes.readableBytes > 0 { buffers.prepend(bytes) }
        }
        unsent -= count
        progressed = .now()
    }
}

@available(*, unavailable)
extension HTTP2Stream: Sendable {}
