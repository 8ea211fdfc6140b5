import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Enforces on an HTTP/1.1 connection what the framework does not: a request that cannot be parsed gets a problem
/// document, one that arrives too slowly is ended, and a response with `Connection: close` closes.
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
    /// Whether the layers above have got the event that the server stops.
    private var hasForwardedQuiesce = false
    /// Whether the last request that gets a response was read.
    private var hasReadLast = false
    var context: ChannelHandlerContext?

    /// How long a connection without a request stays open when the server stops: a request may be on its way.
    private static let quiesceDelay = TimeAmount.seconds(1)

    /// - Parameters:
    ///   - fastPath: responds to reads ahead of the router; nil if it is switched off.
    ///   - security: the TLS of the connection; nil if it is in the clear.
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
            // While the server stops, one more request gets a response.
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
        // Without an error the layers above would take what there is for the whole body.
        if state.isRequestBeingRead { context.fireErrorCaught(IncompleteBody(reason: "the connection was closed")) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if parserError == nil, let error = error as? HTTPParserError {
            parserError = error
            // In a body whose request has its response already.
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
            // The framework's response to a parser error has no body: replace it by a problem document.
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

    /// The layers above close as soon as no request is in progress.
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

    /// Closes when everything was sent and the client could read it. If bytes arrive at a closed socket, the system
    /// resets the connection, and the client loses what it has not read yet.
    func closeOutput(_ context: ChannelHandlerContext) {
        state.isClosing = true
        timer.stop()
        // TLS has a close of its own.
        let isSecure = security != nil
        whenSent(context) { context in
            if isSecure { context.close(promise: nil) } else { context.lingerAndClose() }
        }
    }

    /// Calls back once everything was sent, or cannot be sent any more. A channel whose client has ended its input drops
    /// on every close what waits to be sent.
    private func whenSent(
        _ context: ChannelHandlerContext, _ body: @escaping @Sendable (ChannelHandlerContext) -> Void
    ) {
        let sent = context.eventLoop.makePromise(of: Void.self)
        // An empty write, behind everything that waits.
        context.writeAndFlush(wrapOutboundOut(.body(ByteBuffer())), promise: sent)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in body(bound.value) }
    }
}

@available(*, unavailable)
extension HTTP1PolicyHandler: Sendable {}
