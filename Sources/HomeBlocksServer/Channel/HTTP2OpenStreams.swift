import NIOCore
import NIOHTTP2

/// Knows the open streams of a connection. A stream over the limit is reset and the others go on (RFC 9113, 5.1.2). The
/// events of the end of streams that have not begun, such as those of a malformed head, are dropped: the handlers behind
/// count streams, and take such an end for an error of the program.
final class HTTP2OpenStreams: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame
    typealias OutboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// How many streams a client may have open.
    static let limit = 100

    private var streams: Set<HTTP2StreamID> = []
    private var isFlushDue = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        // The event of a new stream follows the frame that begins it.
        guard case .headers = frame.payload, streams.count >= Self.limit, !streams.contains(frame.streamID) else {
            return context.fireChannelRead(data)
        }
        let reset = HTTP2Frame(streamID: frame.streamID, payload: .rstStream(.refusedStream))
        context.write(wrapOutboundOut(reset), promise: nil)
        isFlushDue = true
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isFlushDue { context.flush() }
        isFlushDue = false
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as NIOHTTP2StreamCreatedEvent: streams.insert(event.streamID)
        case let event as StreamClosedEvent where streams.remove(event.streamID) == nil: return
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }
}

@available(*, unavailable)
extension HTTP2OpenStreams: Sendable {}
