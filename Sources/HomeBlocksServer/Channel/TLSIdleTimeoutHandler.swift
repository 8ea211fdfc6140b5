import NIOCore

/// Closes a secure connection on which no byte went either way for too long, whatever the layers above make of it, and
/// one whose handshake is not done when the server stops: those who would hear of it are not there yet.
final class TLSIdleTimeoutHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// Whether the layers above are there.
    var isNegotiated = false

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent || event is ChannelShouldQuiesceEvent && !isNegotiated {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}

@available(*, unavailable)
extension TLSIdleTimeoutHandler: Sendable {}
