import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// What the guard says of its own accord.
extension HTTP1PolicyHandler {
    /// Answers a problem and closes.
    func refuse(_ problem: Problem) {
        guard let context, !state.isClosing else { return }
        write(problem, context, nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        closeOutput(context)
    }

    /// What does not come in time is given up, unless it waits because an answer ahead of it is being made.
    func giveUpBody() {
        guard let context else { return }
        guard state.requestsInProgress <= 1 else { return timer.expectBody(on: context.eventLoop) }
        context.fireErrorCaught(RequestTimeout())
    }

    func refuseLateHead() {
        guard let context else { return }
        // An answer that is being made comes first.
        guard state.hasNoRequest else { return timer.expectHead(on: context.eventLoop) }
        refuse(.late("head of the request"))
    }

    func write(_ problem: Problem, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let bytes = problem.bytes(requestID: RequestID().description)
        var fields = problem.headers
        fields[.contentType] = "application/problem+json"
        fields[.contentLength] = String(bytes.count)
        fields[.connection] = "close"
        fields[.cacheControl] = "no-store"
        fields[.strictTransportSecurity] = security?.strictTransport
        let head = HTTPResponse(status: problem.status, headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: promise)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: bytes))), promise: nil)
    }

    /// Some clients wait to be told that their body is welcome.
    func continueIfExpected(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        let length = head.headerFields[.contentLength].flatMap(Int.init) ?? 0
        guard state.hasNoRequest, length <= RequestBodyReader.standard.limit,
            head.headerFields[.expect]?.lowercased() == "100-continue"
        else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
}
