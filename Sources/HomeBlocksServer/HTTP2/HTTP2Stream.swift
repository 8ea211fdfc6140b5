import CLibNGHTTP2
import NIOCore

/// An open HTTP/2 stream, with the unsent part of its response's body.
final class HTTP2Stream {
    let id: Int32
    /// The channel to the router while the stream is open; nil if the response is prepared.
    var channel: HTTP2StreamChannel?
    private var buffers: [ByteBuffer] = []
    /// The number of completely sent buffers, and the number of sent bytes of the next one.
    private var (sentBuffers, sentBytes) = (0, 0)
    /// The number of unsent bytes.
    private(set) var unsent = 0
    /// Whether the body ends with the unsent bytes.
    private(set) var isComplete = false
    /// Whether the end was sent, with the last bytes or with the head of a response without a body.
    var hasSentEnd = false
    /// Whether a reset was submitted, which may also be waiting for the client to read.
    var isReset = false
    /// When bytes were last sent, or started to wait.
    private(set) var progressed: NIODeadline

    /// With its header, a frame of this size fills one TLS record.
    private static let maxLength = (16 << 10) - HTTP2Library.frameHeadSize

    /// Sent buffers are removed together, once there are this many or all are sent.
    private static let maximumSentBuffers = 16

    init(id: Int32, channel: HTTP2StreamChannel? = nil, at now: NIODeadline) {
        self.id = id
        self.channel = channel
        progressed = now
    }

    /// Whether unsent bytes or the unsent end wait for the client to read.
    var isWaiting: Bool { !isReset && (unsent > 0 || isComplete && !hasSentEnd) }

    func restartStallTimer() { progressed = .now() }

    /// Notes that the body is complete.
    func complete(at now: NIODeadline) {
        if unsent == 0 { progressed = now }
        isComplete = true
    }

    func append(_ bytes: ByteBuffer, at now: NIODeadline) {
        guard bytes.readableBytes > 0 else { return }
        if unsent == 0 { progressed = now }
        buffers.append(bytes)
        unsent += bytes.readableBytes
    }

    /// Sets the whole body.
    func set(_ body: ResponseBytes) {
        (buffers, unsent, isComplete) = (body.buffers, body.count, true)
    }

    /// Returns how many bytes of the body libnghttp2 may send now.
    ///
    /// - Parameter limit: how many bytes fit into the window and a frame.
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

    /// Moves unsent bytes to the end of a buffer.
    func move(_ count: Int, to output: inout ByteBuffer, at now: NIODeadline) {
        var left = count
        while left > 0, sentBuffers < buffers.count {
            let bytes = buffers[sentBuffers]
            let length = min(left, bytes.readableBytes - sentBytes)
            bytes.withUnsafeReadableBytes { bytes in
                _ = output.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[sentBytes..<(sentBytes + length)]))
            }
            left -= length
            sentBytes += length
            if sentBytes == bytes.readableBytes { (sentBuffers, sentBytes) = (sentBuffers + 1, 0) }
        }
        if sentBuffers == buffers.count || sentBuffers >= Self.maximumSentBuffers {
            buffers.removeFirst(sentBuffers)
            sentBuffers = 0
        }
        unsent -= count
        progressed = now
    }
}

@available(*, unavailable)
extension HTTP2Stream: Sendable {}
