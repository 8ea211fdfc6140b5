import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Enforces on a stream of HTTP/2 what ``HTTP1PolicyHandler`` does on a connection: a request that arrives too slowly is
/// ended, and one that never arrives as a whole is an error. `Connection` is removed from responses.
final class HTTP2StreamPolicyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timer: RequestTimer
    /// Whether the rest of a request is still to come.
    private var isBodyExpected = false

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
        case .head:
            timer.expectBody(on: context.eventLoop)
            isBodyExpected = true
        case .body(let part): timer.receive(part.readableBytes)
        case .end:
            timer.stop()
            isBodyExpected = false
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Without an error the layers above would take what there is for the whole body.
        if isBodyExpected { context.fireErrorCaught(IncompleteBody(reason: "the stream was closed")) }
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        head.headerFields[.connection] = nil
        // The length of a 304 is that of the representation, or absent; a 204 has none.
        if [.notModified, .noContent].contains(head.status) { head.headerFields[.contentLength] = nil }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}

@available(*, unavailable)
extension HTTP2StreamPolicyHandler: Sendable {}
