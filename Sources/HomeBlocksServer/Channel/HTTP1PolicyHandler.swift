import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Closes the gaps of the HTTP layer on one connection: a request that cannot be parsed gets a problem document, one
/// that only drips in is cut, and an answer that says `Connection: close` closes. Plain reads are answered before
/// they come here.
final class HTTP1PolicyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    let state = ConnectionState()
    private let limits: ServerLimits
    private let reads: FastPathReads?
    let security: TransportSecurity?
    let timer: RequestTimer
    private var parserError: HTTPParserError?
    private var isErrorBehindAnswer = false
    private var closesAfterAnswer = false
    /// Whether the layers above know that the server stops.
    private var hasToldOfStop = false
    /// Whether what comes is behind the last request that is answered.
    private var isBehindLast = false
    var context: ChannelHandlerContext?

    /// How long a connection without a request stays open when the server stops: one may be on its way.
    private static let lastCall = TimeAmount.seconds(1)

    /// - Parameters:
    ///   - reads: the answers that plain reads get ahead of the router; nil if all go through it.
    ///   - security: what makes the connection secure; nil if it is not.
    init(_ limits: ServerLimits, reads: FastPathReads?, security: TransportSecurity?) {
        self.limits = limits
        self.reads = reads
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
            if let reads {
                let handler = FastPathHandler(reads, state, sendsDirectly: security == nil)
                try? operations.addHandler(handler, position: .before(encoder))
            }
            let idle = IdleGuard(timeout: .seconds(Int64(limits.idleTimeout)), state: state, timer: timer)
            try? operations.addHandler(idle, position: .before(encoder))
            try? operations.addHandler(MethodNameHandler(state), position: .after(encoder))
        }
        timer.onLateHead = { [weak self] in self?.refuseLateHead() }
        timer.onLateBody = { [weak self] in self?.giveUpBody() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer.stop()
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if state.isClosing || isBehindLast { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            // While the server stops, one more request is answered.
            if state.isDraining, hasToldOfStop, !state.hasNoRequest {
                isBehindLast = true
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
        if state.isDraining { tellOfStop(context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if parserError == nil, let error = error as? HTTPParserError {
            parserError = error
            // A body that nobody waits for any more: its request has its answer.
            isErrorBehindAnswer = state.hasNoRequest && state.isRequestBeingRead
            state.isEnding = true
        }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if state.isDraining, state.requestsInProgress <= 1 { head.headerFields[.connection] = "close" }
            closesAfterAnswer = head.headerFields[.connection] == "close"
            // The server's own answer to what it cannot parse has no body: say what was wrong.
            if let error = parserError, closesAfterAnswer, head.status == .badRequest,
                head.headerFields[.contentLength] == "0"
            {
                if isErrorBehindAnswer { return closeOutput(context) }
                return write(state.headProblem ?? Problem(error), context, promise)
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end where isErrorBehindAnswer && state.isClosing: promise?.succeed()
        case .end:
            guard closesAfterAnswer else {
                context.write(data, promise: promise)
                return state.answered()
            }
            context.writeAndFlush(data, promise: promise)
            closeOutput(context)
            state.answered()
        }
    }

    // MARK: The end

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        state.isDraining = true
        guard state.hasNoRequest else { return tellOfStop(context) }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.lastCall) {
            let (guardian, context) = bound.value
            guardian.tellOfStop(context)
        }
    }

    /// The layers above close as soon as nothing is being answered.
    private func tellOfStop(_ context: ChannelHandlerContext) {
        guard !hasToldOfStop else { return }
        hasToldOfStop = true
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    /// Closes when all that waits was sent, and the client could read it: a system that has closed while bytes come
    /// in tells the client to forget what it has not read yet.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output { state.isEnding = true }
        guard mode == .all, context.channel.isActive else { return context.close(mode: mode, promise: promise) }
        if let promise { context.channel.closeFuture.cascade(to: promise) }
        if state.isClosing { return }
        state.isClosing = true
        let sent = context.eventLoop.makePromise(of: Void.self)
        // Nothing, after all that waits to be sent.
        context.writeAndFlush(wrapOutboundOut(.body(ByteBuffer())), promise: sent)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in
            let (guardian, context) = bound.value
            guardian.closeOutput(context)
        }
    }

    func closeOutput(_ context: ChannelHandlerContext) {
        state.isClosing = true
        timer.stop()
        // A secure connection has its own way of saying so.
        if security == nil { context.lingerAndClose() } else { context.close(promise: nil) }
    }
}

@available(*, unavailable)
extension HTTP1PolicyHandler: Sendable {}
