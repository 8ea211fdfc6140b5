import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Publishing

/// Closes the gaps of the HTTP layer on one connection: a request that cannot be parsed gets a problem document,
/// a body that only drips in is cut, and an answer that says `Connection: close` closes.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let requestTimeout: TimeAmount
    private var deadline: Scheduled<Void>?
    private var parserError: HTTPParserError?
    private var closesAfterAnswer = false
    private var isClosing = false

    /// How long a client may take to read a last answer before the connection is closed.
    private static let lingering = TimeAmount.seconds(2)

    init(requestTimeout: TimeAmount) { self.requestTimeout = requestTimeout }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isClosing { return }
        switch unwrapInboundIn(data) {
        case .head:
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            deadline = context.eventLoop.scheduleTask(in: requestTimeout) {
                bound.value.fireErrorCaught(RequestTimeout())
            }
        case .body: break
        case .end: cancelDeadline()
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        parserError = parserError ?? (error as? HTTPParserError)
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
            guard closesAfterAnswer else { return context.write(data, promise: promise) }
            context.writeAndFlush(data, promise: promise)
            close(context)
        }
    }

    /// Half-closes first, so that a client that is still sending can read the answer.
    private func close(_ context: ChannelHandlerContext) {
        isClosing = true
        cancelDeadline()
        context.close(mode: .output, promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.lingering) { bound.value.close(promise: nil) }
    }

    private func writeProblem(
        for error: HTTPParserError, context: ChannelHandlerContext, promise: EventLoopPromise<Void>?
    ) {
        let problem =
            error == .headerOverflow
            ? Problem(
                .requestHeaderFieldsTooLarge, "too-large",
                "The headers are larger than the limit headers of 32 KiB in all, 8 KiB and 100 fields.")
            : Problem(.badRequest, "malformed", "This is no valid HTTP request.")
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
