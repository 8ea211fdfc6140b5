import NIOCore
import NIOHTTP2

/// Applies the limits of an HTTP/2 connection from its first request on.
///
/// NIOHTTP2 begins with header lists of 16 KiB and 100 streams, closes the connection over either, and applies other
/// values only when the client has acknowledged them, which may be after the first requests. The server sends two frames
/// of settings: the first has what NIOHTTP2 accepts, the second the number of streams that the client may open, which
/// ``HTTP2OpenStreams`` enforces stream by stream. Higher limits cannot break a client, so this handler acknowledges the
/// first frame in the client's place, directly behind the client's own first frame, and drops the client's
/// acknowledgements: NIOHTTP2 never applies the second.
final class ConnectionSettings: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// A larger list closes the connection, as it is decoded before it could be refused. The limit includes the
    /// overhead that the protocol counts for each field.
    private static let maxHeaderListBytes = 64 << 10
    /// NIOHTTP2 closes the connection over this many streams. Those over the limit are reset at once, so that there are
    /// never so many.
    private static let maxStreams = 2 * HTTP2OpenStreams.limit
    /// For how many streams that were reset frames may still arrive: a client may have sent many bodies before it knew.
    private static let rememberedResets = 512

    private static let prefaceSize = 24
    private static let headerSize = 9
    private static let maxFrameBytes = 1 << 14
    private static let acknowledgement: [UInt8] = [0, 0, 0, 4, 1, 0, 0, 0, 0]
    private static let framesSent = 2

    private var received = ByteBuffer()
    private var isBehindPreface = false
    private var isBehindFirstFrame = false
    private var dropped = 0
    /// Whether a frame over the limit of all frames has come, which NIOHTTP2 refuses.
    private var hasOversizedFrame = false

    /// The handler of a connection, which sends the first frame of settings.
    static func makeHandler() -> NIOHTTP2Handler {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: maxStreams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: maxHeaderListBytes),
        ]
        connection.maximumRecentlyResetStreams = rememberedResets
        return NIOHTTP2Handler(mode: .server, connectionConfiguration: connection)
    }

    /// Adds this handler to a connection, and sends the second frame of settings.
    static func apply(to channel: any Channel) throws {
        let operations = channel.pipeline.syncOperations
        let handler = try operations.handler(type: NIOHTTP2Handler.self)
        try operations.addHandler(ConnectionSettings(), position: .before(handler))
        let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: HTTP2OpenStreams.limit)
        let frame = HTTP2Frame(streamID: .rootStream, payload: .settings(.settings([setting])))
        channel.writeAndFlush(frame, promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        received.writeBuffer(&part)
        var passed = ByteBuffer()
        if !isBehindPreface, let preface = received.readSlice(length: Self.prefaceSize) {
            isBehindPreface = true
            passed.writeImmutableBuffer(preface)
        }
        while isBehindPreface, !isDone, let frame = nextFrame() {
            if isBehindFirstFrame, frame.readableBytesView.elementsEqual(Self.acknowledgement) {
                dropped += 1
                continue
            }
            passed.writeImmutableBuffer(frame)
            if isBehindFirstFrame { continue }
            isBehindFirstFrame = true
            passed.writeBytes(Self.acknowledgement)
        }
        if isDone { passed.writeBuffer(&received) }
        if passed.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(passed)) }
        if isDone { context.pipeline.syncOperations.removeHandler(self, promise: nil) }
    }

    private var isDone: Bool { dropped == Self.framesSent || hasOversizedFrame }

    /// The next frame; nil if it is incomplete.
    private func nextFrame() -> ByteBuffer? {
        guard let bytes = received.getBytes(at: received.readerIndex, length: 3) else { return nil }
        let length = bytes.reduce(0) { $0 << 8 | Int($1) }
        hasOversizedFrame = length > Self.maxFrameBytes
        return hasOversizedFrame ? nil : received.readSlice(length: Self.headerSize + length)
    }
}

@available(*, unavailable)
extension ConnectionSettings: Sendable {}
