import HummingbirdCore
import Logging
import NIOCore
import NIOTLS

/// TLS connections: HTTP/2 for clients that offer it, otherwise HTTP/1.1.
struct SecureChannel: ServerChildChannel {
    enum Connection: Sendable {
        case http1(HTTP1Channel.Value)
        case http2(HTTP2Channel.Value)
    }

    struct Value: ServerChildChannelValue {
        let negotiated: EventLoopFuture<Connection>
        let channel: any Channel
    }

    let http1: HTTP1Channel
    let http2: HTTP2Channel
    let limits: ServerLimits
    let connections: ConnectionLimit
    let security: TransportSecurity

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.limitSlowReading(limits)
        // Most requests need less than 512 bytes, and an idle connection keeps its buffer.
        let allocator = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 512, maximum: 64 << 10)
        try? channel.syncOptions?.setOption(.recvAllocator, value: allocator)
        // 64 KiB are encrypted at a time. With their record headers they stay below the high mark.
        let mark = ChannelOptions.Types.WriteBufferWaterMark(low: 32 << 10, high: 80 << 10)
        try? channel.syncOptions?.setOption(.writeBufferWaterMark, value: mark)
        let refusal = connections.enter(channel)
        let idle = NIOLoopBound(TLSIdleTimeoutHandler(), eventLoop: channel.eventLoop)
        let negotiation = NIOTypedApplicationProtocolNegotiationHandler<Connection> { result, channel in
            result == .negotiated("h2")
                ? http2.setup(channel: channel, logger: logger).map { .http2($0) }
                : http1.setup(channel: channel, logger: logger).map { .http1($0) }
        }
        do {
            let operations = channel.pipeline.syncOperations
            // A client that waits for a response sends nothing.
            let silence = TimeAmount.seconds(Int64(limits.idleTimeout + limits.handlerTimeout))
            try operations.addHandler(IdleStateHandler(allTimeout: silence))
            try operations.addHandler(idle.value)
            try operations.addHandler(TLSHandler(serverOf: security.context(), allocator: channel.allocator))
            try operations.addHandler(negotiation)
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        // No response can be sent before the handshake.
        if refusal != nil { channel.close(promise: nil) }
        let negotiated = negotiation.protocolNegotiationResult
        let time = TimeAmount.seconds(Int64(limits.headerTimeout))
        let timeout = channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
        negotiated.whenComplete { _ in
            timeout.cancel()
            idle.value.isNegotiated = true
        }
        return channel.eventLoop.makeSucceededFuture(Value(negotiated: negotiated, channel: channel))
    }

    func handle(value: Value, logger: Logger) async {
        // Failed handshakes are not logged.
        guard let negotiated = try? await value.negotiated.get() else { return }
        switch negotiated {
        case .http1(let connection): await http1.handle(value: connection, logger: logger)
        case .http2(let connection): await http2.handle(value: connection, logger: logger)
        }
    }
}

/// Closes TLS connections that are silent for too long. Also closes those still in their handshake when the server
/// stops, because the handlers that would close them are not added yet.
final class TLSIdleTimeoutHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// Whether the handshake is done and the HTTP handlers are added.
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
