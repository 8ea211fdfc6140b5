import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Publishing

/// Closes the gaps of the HTTP layer on one connection: a request that cannot be parsed gets a problem document,
/// a body that only drips in is cut, a client that does not read is cut, and an answer that says
/// `Connection: close` closes. Plain reads are answered before they come here.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let requestTimeout: TimeAmount
    private let idleTimeout: TimeAmount
    private let reads: PlainReads?
    private let state = ConnectionState()
    private var deadline: Scheduled<Void>?
    private var parserError: HTTPParserError?
    private var closesAfterAnswer = false

    /// How long a client may take to read a last answer before the connection is closed.
    private static let lingering = TimeAmount.seconds(2)

    /// - Parameters:
    ///   - requestTimeout: how long a request's body may take.
    ///   - idleTimeout: how long a client may ask for nothing, or read nothing of what waits for it.
    ///   - reads: the answers that plain reads get ahead of the router; nil if all go through it.
    init(requestTimeout: TimeAmount, idleTimeout: TimeAmount, reads: PlainReads?) {
        self.requestTimeout = requestTimeout
        self.idleTimeout = idleTimeout
        self.reads = reads
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let operations = context.pipeline.syncOperations
        if let codec = try? operations.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? operations.addHandler(RequestHeadGuard(), position: .before(codec))
        }
        if let encoder = try? operations.handler(type: HTTPResponseEncoder.self) {
            if let reads {
                try? operations.addHandler(PlainReadHandler(reads, state), position: .before(encoder))
            }
            try? operations.addHandler(IdleGuard(timeout: idleTimeout, state: state), position: .before(encoder))
        }
        limitStalls(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if state.isClosing { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            continueIfExpected(head, context)
            if head.headerFields[.connection] == "close" { state.isEnding = true }
            state.readHead()
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            deadline = context.eventLoop.scheduleTask(in: requestTimeout) {
                bound.value.fireErrorCaught(RequestTimeout())
            }
        case .body: state.noteActivity()
        case .end:
            cancelDeadline()
            state.readEnd()
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        parserError = parserError ?? (error as? HTTPParserError)
        if parserError != nil { state.isEnding = true }
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelDeadline()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelDeadline() }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            closesAfterAnswer = head.headerFields[.connection] == "close"
            // The server's own answer to what it cannot parse has no body: say what was wrong.
            if let error = parserError, closesAfterAnswer, head.status == .badRequest,
                head.headerFields[.contentLength] == "0"
            {
                return writeProblem(for: error, context: context, promise: promise)
            }
            context.write(data, promise: promise)
        case .body: context.write(data, promise: promise)
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

    /// The layers above close a connection that is idle to them, though a slow client may still be reading.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output { state.isEnding = true }
        guard mode == .all else { return context.close(mode: mode, promise: promise) }
        state.isClosing = true
        // Nothing, after all that waits to be sent.
        let sent = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.body(ByteBuffer())), promise: sent)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in bound.value.close(promise: promise) }
    }

    /// Some clients wait to be told that their body is welcome.
    private func continueIfExpected(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        let length = head.headerFields[.contentLength].flatMap(Int.init) ?? 0
        guard state.hasNoRequest, length <= RequestBodyReader.standard.limit,
            head.headerFields[.expect]?.lowercased() == "100-continue"
        else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Half-closes first, so that a client that is still sending can read the answer.
    private func closeOutput(_ context: ChannelHandlerContext) {
        state.isClosing = true
        cancelDeadline()
        let closed = context.eventLoop.makePromise(of: Void.self)
        context.close(mode: .output, promise: closed)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        closed.futureResult.whenComplete { _ in
            bound.value.eventLoop.scheduleTask(in: Self.lingering) { bound.value.close(promise: nil) }
        }
    }

    /// Only the system sees whether a client takes bytes, however slowly: what waits for it may sit in the
    /// system's own buffer for long.
    private func limitStalls(_ context: ChannelHandlerContext) {
        #if os(Linux)
            // TCP_USER_TIMEOUT
            let userTimeout = NIOBSDSocket.Option(rawValue: 18)
            let option = ChannelOptions.Types.SocketOption(level: .tcp, name: userTimeout)
            let milliseconds = idleTimeout.nanoseconds / 1_000_000
            try? context.channel.syncOptions?.setOption(option, value: SocketOptionValue(milliseconds))
        #endif
    }

    private func writeProblem(
        for error: HTTPParserError, context: ChannelHandlerContext, promise: EventLoopPromise<Void>?
    ) {
        let problem = Problem(error)
        let bytes = problem.bytes(requestID: RequestID().description)
        let fields: HTTPFields = [
            .contentType: "application/problem+json", .contentLength: String(bytes.count), .connection: "close",
            .cacheControl: "no-store",
        ]
        context.write(
            wrapOutboundOut(.head(HTTPResponse(status: problem.status, headerFields: fields))), promise: promise)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: bytes))), promise: nil)
    }

    private func cancelDeadline() {
        deadline?.cancel()
        deadline = nil
    }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
