import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

// MARK: The handler's own responses

extension HTTP1PolicyHandler {
    /// Responds with a problem and closes the connection.
    func refuse(_ problem: ProblemDetails) {
        guard let context, !state.isClosing else { return }
        write(problem, context, nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        closeOutput(context)
    }

    /// Aborts a request whose body is late, unless an earlier request still waits for its response.
    func endLateBody() {
        guard let context else { return }
        guard state.requestsInProgress <= 1 else { return timer.expectBody(on: context.eventLoop) }
        context.fireErrorCaught(RequestTimeout())
    }

    func refuseLateHead() {
        guard let context else { return }
        // The response to the previous request comes first.
        guard state.hasNoRequest else { return timer.expectHead(on: context.eventLoop) }
        refuse(.late("head of the request"))
    }

    func write(_ problem: ProblemDetails, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        var (fields, body) = problem.content(requestID: RequestID().description)
        fields[.contentLength] = String(body.readableBytes)
        fields[.connection] = "close"
        fields[.strictTransportSecurity] = security?.strictTransport
        let head = HTTPResponse(status: problem.status, headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: promise)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
    }

    /// Responds to `Expect: 100-continue`.
    func continueIfExpected(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        let length = head.headerFields[.contentLength].flatMap(Int.init) ?? 0
        guard state.hasNoRequest, length <= RequestBodyReader.standard.limit,
            head.headerFields[.expect]?.lowercased() == "100-continue"
        else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
}

extension ChannelHandlerContext {
    /// Closes the output, and the input two seconds later, so that a client that is still sending can read the
    /// response.
    func lingerAndClose() {
        let closed = eventLoop.makePromise(of: Void.self)
        close(mode: .output, promise: closed)
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        closed.futureResult.whenComplete { _ in
            bound.value.eventLoop.scheduleTask(in: .seconds(2)) { bound.value.close(promise: nil) }
        }
    }
}

/// The error of a request whose body did not arrive in time.
struct RequestTimeout: Error {}
