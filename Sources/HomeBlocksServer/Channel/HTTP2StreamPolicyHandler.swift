import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// Enforces on a stream of HTTP/2 what ``HTTP1PolicyHandler`` does on a connection: a request without a valid host or
/// target is refused, one that arrives too slowly is ended, and so is a response that the client does not read.
/// `Connection` is removed from responses.
final class HTTP2StreamPolicyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timer: RequestTimer
    private let writeTimeout: TimeAmount
    private static let pieceSize = 64 << 10
    private var isRefused = false
    /// Whether the rest of a request is still to come.
    private var isBodyExpected = false
    private var hasProgressed = false
    private var stall: Scheduled<Void>?

    init(_ limits: ServerLimits) {
        timer = RequestTimer(limits)
        writeTimeout = .seconds(Int64(limits.writeTimeout))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        timer.onLateBody = { bound.value.fireErrorCaught(RequestTimeout()) }
        let operations = context.pipeline.syncOperations
        if let codec = try? operations.handler(type: HTTP2FramePayloadToHTTPServerCodec.self) {
            try? operations.addHandler(StreamHeadValidator(), position: .before(codec))
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer.stop()
        timer.onLateBody = {}
        stall?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            if let problem = Self.problem(of: head) { return refuse(problem, context) }
            timer.expectBody(on: context.eventLoop)
            isBodyExpected = true
            head.path = head.path.map(RequestTarget.normalized)
            return context.fireChannelRead(wrapInboundOut(.head(head)))
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

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let refusal = event as? StreamHeadValidator.Refusal else {
            return context.fireUserInboundEventTriggered(event)
        }
        refuse(refusal.problem, context)
    }

    private static func problem(of head: HTTPRequest) -> ProblemDetails? {
        let target = head.path ?? ""
        if target.utf8.count > RequestTarget.maxBytes { return .targetTooLong }
        let isValid =
            RequestTarget.isValid(target, isOptions: head.method == .options, isConnect: false)
            && head.authority.map { !$0.isEmpty && HostField.isValid($0) } ?? false
        return isValid ? nil : .malformedStream
    }

    private func refuse(_ problem: ProblemDetails, _ context: ChannelHandlerContext) {
        isRefused = true
        let (fields, body) = problem.content(requestID: RequestID().description)
        let head = HTTPResponse(status: problem.status, headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // Closing a stream before its request has ended resets it: the client has a second to read the response.
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .seconds(1)) { bound.value.close(promise: nil) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            head.headerFields[.connection] = nil
            // The length of a 304 is that of the representation, or absent; a 204 has none.
            if [.notModified, .noContent].contains(head.status) { head.headerFields[.contentLength] = nil }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
            watch(context)
        case .body(let bytes): write(bytes, context, promise)
        case .end:
            let written = promise ?? context.eventLoop.makePromise()
            let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
            written.futureResult.whenComplete { _ in bound.value.stall?.cancel() }
            context.write(data, promise: written)
        }
    }

    /// Writes a body in pieces: each that is written shows that the client still reads.
    private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        var bytes = bytes
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        while bytes.readableBytes > Self.pieceSize, let piece = bytes.readSlice(length: Self.pieceSize) {
            let written = context.eventLoop.makePromise(of: Void.self)
            written.futureResult.whenSuccess { bound.value.hasProgressed = true }
            context.write(wrapOutboundOut(.body(piece)), promise: written)
        }
        context.write(wrapOutboundOut(.body(bytes)), promise: promise)
    }

    /// Closes the stream when the client reads nothing for too long.
    private func watch(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        stall = context.eventLoop.scheduleTask(in: writeTimeout) {
            let (handler, context) = bound.value
            guard handler.hasProgressed else { return context.close(promise: nil) }
            handler.hasProgressed = false
            handler.watch(context)
        }
    }
}

@available(*, unavailable)
extension HTTP2StreamPolicyHandler: Sendable {}
