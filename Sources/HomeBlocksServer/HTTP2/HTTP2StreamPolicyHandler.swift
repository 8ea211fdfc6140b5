import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Enforces the rules of ``HTTP1PolicyHandler`` for an HTTP/2 stream: a request that arrives too slowly is aborted, and
/// an incomplete request is an error. Removes `Connection` from responses.
final class HTTP2StreamPolicyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timer: RequestTimer
    /// Whether the rest of a request is still expected.
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
        // Without an error, the layers above would treat a partial body as complete.
        if isBodyExpected { context.fireErrorCaught(IncompleteBody(reason: "the stream was closed")) }
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        head.headerFields[.connection] = nil
        // A 304 may only have the representation's length or none; a 204 must not have one.
        if [.notModified, .noContent].contains(head.status) { head.headerFields[.contentLength] = nil }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}

@available(*, unavailable)
extension HTTP2StreamPolicyHandler: Sendable {}
