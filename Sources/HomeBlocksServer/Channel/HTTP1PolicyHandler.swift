import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Enforces rules for HTTP/1.1 connections that the framework does not: malformed requests get a problem document,
/// requests that arrive too slowly are aborted, and responses with `Connection: close` close the connection.
final class HTTP1PolicyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    let state = ConnectionState()
    private let limits: ServerLimits
    private let fastPath: FastPathResponder?
    let security: TransportSecurity?
    let timer: RequestTimer
    private var parserError: HTTPParserError?
    private var isErrorAfterResponse = false
    private var closesAfterResponse = false
    /// Whether the quiesce event was forwarded to the layers above.
    private var hasForwardedQuiesce = false
    /// Whether the last request to get a response was read.
    private var hasReadLast = false
    var context: ChannelHandlerContext?

    /// How long an idle connection stays open when the server stops, because a request may be on its way.
    private static let quiesceDelay = TimeAmount.seconds(1)

    /// - Parameters:
    ///   - fastPath: responds to reads before the router; nil if it is disabled.
    ///   - security: the connection's TLS settings; nil for cleartext.
    init(_ limits: ServerLimits, fastPath: FastPathResponder?, security: TransportSecurity?) {
        self.limits = limits
        self.fastPath = fastPath
        self.security = security
        timer = RequestTimer(limits)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let operations = context.pipeline.syncOperations
        if let codec = try? operations.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? operations.addHandler(RequestHeadValidator(state), position: .before(codec))
        }
        if let encoder = try? operations.handler(type: HTTPResponseEncoder.self) {
            if let fastPath {
                let handler = FastPathHandler(fastPath, state, sendsDirectly: security == nil)
                try? operations.addHandler(handler, position: .before(encoder))
            }
            let idle = HTTP1IdleTimeoutHandler(timeout: .seconds(Int64(limits.idleTimeout)), state: state, timer: timer)
            try? operations.addHandler(idle, position: .before(encoder))
            try? operations.addHandler(MethodNameHandler(state), position: .after(encoder))
        }
        timer.onLateHead = { [weak self] in self?.refuseLateHead() }
        timer.onLateBody = { [weak self] in self?.endLateBody() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer.stop()
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if state.isClosing || hasReadLast { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            // While the server is stopping, one more request gets a response.
            if state.isDraining, hasForwardedQuiesce, !state.hasNoRequest {
                hasReadLast = true
                return
            }
            continueIfExpected(head, context)
            if head.headerFields[.connection] == "close" { state.isEnding = true }
            state.readHead()
        case .body(let part):
            timer.receive(part.readableBytes)
            state.noteActivity()
        case .end:
            timer.stop()
            state.readEnd()
        }
        context.fireChannelRead(data)
        if state.isDraining { forwardQuiesce(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Without an error, the layers above would treat a partial body as complete.
        if state.isRequestBeingRead { context.fireErrorCaught(IncompleteBody(reason: "the connection was closed")) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if parserError == nil, let error = error as? HTTPParserError {
            parserError = error
            // The error is in the body of a request that already has its response.
            isErrorAfterResponse = state.hasNoRequest && state.isRequestBeingRead
            state.isEnding = true
        }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if state.isDraining, state.requestsInProgress <= 1 { head.headerFields[.connection] = "close" }
            closesAfterResponse = head.headerFields[.connection] == "close"
            // The framework's response to a parser error has no body. Replace it with a problem document.
            if let error = parserError, closesAfterResponse, head.status == .badRequest,
                head.headerFields[.contentLength] == "0"
            {
                if isErrorAfterResponse { return closeOutput(context) }
                return write(state.headProblem ?? ProblemDetails(error), context, promise)
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end where isErrorAfterResponse && state.isClosing: promise?.succeed()
        case .end:
            guard closesAfterResponse else {
                context.write(data, promise: promise)
                return state.writeEnd()
            }
            context.writeAndFlush(data, promise: promise)
            closeOutput(context)
            state.writeEnd()
        }
    }

    // MARK: Closing

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        state.isDraining = true
        guard state.hasNoRequest else { return forwardQuiesce(context) }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.quiesceDelay) {
            let (handler, context) = bound.value
            handler.forwardQuiesce(context)
        }
    }

    /// Forwards the quiesce event. The layers above then close as soon as no request is in progress.
    private func forwardQuiesce(_ context: ChannelHandlerContext) {
        guard !hasForwardedQuiesce else { return }
        hasForwardedQuiesce = true
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode != .input, context.channel.isActive else { return context.close(mode: mode, promise: promise) }
        if mode == .output {
            state.isEnding = true
            return whenSent(context) { $0.close(mode: .output, promise: promise) }
        }
        if let promise { context.channel.closeFuture.cascade(to: promise) }
        if !state.isClosing { closeOutput(context) }
    }

    /// Closes once everything is sent and the client could read it. If data arrives at a closed socket, the kernel
    /// resets the connection, and the client loses the data that it has not read yet.
    func closeOutput(_ context: ChannelHandlerContext) {
        state.isClosing = true
        timer.stop()
        // The TLS handler has its own close sequence.
        let isSecure = security != nil
        whenSent(context) { context in
            if isSecure { context.close(promise: nil) } else { context.lingerAndClose() }
        }
    }

    /// Calls back once everything is sent or can no longer be sent. If the client has closed its output, closing the
    /// channel discards pending writes.
    private func whenSent(
        _ context: ChannelHandlerContext, _ body: @escaping @Sendable (ChannelHandlerContext) -> Void
    ) {
        let sent = context.eventLoop.makePromise(of: Void.self)
        // An empty write completes after all pending ones.
        context.writeAndFlush(wrapOutboundOut(.body(ByteBuffer())), promise: sent)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in body(bound.value) }
    }
}

@available(*, unavailable)
extension HTTP1PolicyHandler: Sendable {}
