import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// What a connection's guard is for HTTP/1.1, for one stream of HTTP/2: a body that only drips in is cut. Answers do
/// not speak of the connection, which is not theirs.
final class StreamGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timer: RequestTimer

    init(_ limits: ServerLimits) { timer = RequestTimer(limits) }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        timer.onLateBody = { bound.value.fireErrorCaught(RequestTimeout()) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer.stop()
        timer.onLateBody = {}
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: timer.expectBody(on: context.eventLoop)
        case .body(let part): timer.receive(part.readableBytes)
        case .end: timer.stop()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        head.headerFields[.connection] = nil
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}

@available(*, unavailable)
extension StreamGuard: Sendable {}
