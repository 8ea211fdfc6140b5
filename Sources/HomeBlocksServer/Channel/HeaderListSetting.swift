import NIOCore
import NIOHTTP2

/// Raises the limit of header lists of an HTTP/2 connection from its first request on. NIOHTTP2 begins with 16 KiB,
/// closes the connection over that, and applies another value only when the client has acknowledged it, which may be
/// after the first requests. A higher limit cannot break a client, so this handler acknowledges it in the client's
/// place, directly behind the client's first frame, and drops the client's own acknowledgements.
final class HeaderListSetting: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// A larger list closes the connection, as it is decoded before it could be refused. The limit includes the
    /// overhead that the protocol counts for each field.
    static let maxBytes = 64 << 10

    private static let prefaceSize = 24
    private static let headerSize = 9
    private static let maxFrameBytes = 1 << 14
    private static let acknowledgement: [UInt8] = [0, 0, 0, 4, 1, 0, 0, 0, 0]
    /// The settings of NIOHTTP2, and this one.
    private static let settingsSent = 2

    private var received = ByteBuffer()
    private var isBehindPreface = false
    private var isBehindFirstFrame = false
    private var dropped = 0
    /// Whether a frame over the limit of all frames has come, which NIOHTTP2 refuses.
    private var hasOversizedFrame = false

    /// Adds the handler to a connection, and sends the setting.
    static func apply(to channel: any Channel) throws {
        let operations = channel.pipeline.syncOperations
        let handler = try operations.handler(type: NIOHTTP2Handler.self)
        try operations.addHandler(HeaderListSetting(), position: .before(handler))
        let setting = HTTP2Setting(parameter: .maxHeaderListSize, value: maxBytes)
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
            for _ in 0..<Self.settingsSent { passed.writeBytes(Self.acknowledgement) }
        }
        if isDone { passed.writeBuffer(&received) }
        if passed.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(passed)) }
        if isDone { context.pipeline.syncOperations.removeHandler(self, promise: nil) }
    }

    private var isDone: Bool { dropped == Self.settingsSent || hasOversizedFrame }

    /// The next frame; nil if it is incomplete.
    private func nextFrame() -> ByteBuffer? {
        guard let bytes = received.getBytes(at: received.readerIndex, length: 3) else { return nil }
        let length = bytes.reduce(0) { $0 << 8 | Int($1) }
        hasOversizedFrame = length > Self.maxFrameBytes
        return hasOversizedFrame ? nil : received.readSlice(length: Self.headerSize + length)
    }
}

@available(*, unavailable)
extension HeaderListSetting: Sendable {}
