import NIOCore
import NIOHTTP2

/// Lets a connection of HTTP/2 take larger header lists from its first request on. NIOHTTP2 begins with 16 KiB, ends the
/// connection beyond that, and applies another value only when the client has acknowledged it, which may be after the
/// first requests. A limit that grows surprises no client: so this acknowledges it in the client's place, directly
/// behind the client's first frame, and drops the acknowledgements that come later.
final class HeaderListSetting: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// What is larger ends the connection: it is decoded before anybody can refuse it. The overhead that the protocol
    /// counts for each field is part of it.
    static let mostBytes = 64 << 10

    private static let prefaceSize = 24
    private static let headerSize = 9
    private static let mostFrameBytes = 1 << 14
    private static let acknowledgement: [UInt8] = [0, 0, 0, 4, 1, 0, 0, 0, 0]
    /// Of the settings that NIOHTTP2 sends, and of this one.
    private static let settingsSent = 2

    private var received = ByteBuffer()
    private var isBehindPreface = false
    private var isBehindFirstFrame = false
    private var dropped = 0
    /// Whether a frame has come that is larger than any may be: NIOHTTP2 refuses it.
    private var hasOversizedFrame = false

    /// Adds it to a connection that is set up, and sends the setting.
    static func apply(to channel: any Channel) throws {
        let operations = channel.pipeline.syncOperations
        let handler = try operations.handler(type: NIOHTTP2Handler.self)
        try operations.addHandler(HeaderListSetting(), position: .before(handler))
        let setting = HTTP2Setting(parameter: .maxHeaderListSize, value: mostBytes)
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

    /// The next whole frame; nil if it has not arrived.
    private func nextFrame() -> ByteBuffer? {
        guard let bytes = received.getBytes(at: received.readerIndex, length: 3) else { return nil }
        let length = bytes.reduce(0) { $0 << 8 | Int($1) }
        hasOversizedFrame = length > Self.mostFrameBytes
        return hasOversizedFrame ? nil : received.readSlice(length: Self.headerSize + length)
    }
}

@available(*, unavailable)
extension HeaderListSetting: Sendable {}
