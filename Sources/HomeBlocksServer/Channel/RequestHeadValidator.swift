import HTTPTypes
import NIOCore
import NIOHTTP1

/// Validates the head of each HTTP/1 request before its version and repeated fields are lost. Refuses requests that the
/// protocol forbids but the parser accepts, restores the method that `MethodNameHandler` replaced, and marks the last
/// request of a connection with `Connection: close`.
final class RequestHeadValidator: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let state: ConnectionState
    private var isRefused = false

    init(_ state: ConnectionState) { self.state = state }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        switch unwrapInboundIn(data) {
        case .head(let head): read(head, context)
        case .body(let part):
            state.bodyBytesLeft = max(0, state.bodyBytesLeft - part.readableBytes)
            context.fireChannelRead(data)
        case .end(let trailers):
            state.isBetweenRequests = true
            if let problem = trailers.flatMap({ HeadSize.problem(of: $0) }) { return refuse(problem, context) }
            context.fireChannelRead(data)
        }
    }

    private func refuse(_ problem: ProblemDetails, _ context: ChannelHandlerContext) {
        isRefused = true
        state.headProblem = problem
        context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
    }

    private func read(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        if let problem = Self.problem(of: head) { return refuse(problem, context) }
        state.bodyBytesLeft = head.headers["Content-Length"].first.flatMap { Int($0) } ?? 0
        var head = head
        if let method = state.methodName {
            state.methodName = nil
            head.method = method
        }
        head.uri = RequestTarget.normalized(head.uri)
        if Self.isLast(head) { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        // HTTP/1.0 clients do not support 100 Continue.
        if Self.isOld(head) { head.headers.remove(name: "Expect") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func isOld(_ head: HTTPRequestHead) -> Bool { head.version == .http1_0 }

    private static func problem(of head: HTTPRequestHead) -> ProblemDetails? {
        if head.uri.utf8.count > RequestTarget.maximumBytes { return .targetTooLong }
        if let problem = HeadSize.problem(of: head.headers) { return problem }
        let hosts = head.headers["Host"]
        let codings = head.headers["Transfer-Encoding"]
        guard
            RequestTarget.isValid(head.uri, isOptions: head.method == .OPTIONS, isConnect: head.method == .CONNECT),
            hosts.count == 1 || hosts.isEmpty && isOld(head), hosts.allSatisfy({ HostField.isValid($0) }),
            codings.isEmpty || codings.map({ $0.lowercased() }) == ["chunked"]
        else { return ProblemDetails(HTTPParserError.invalidHeaderToken) }
        return nil
    }

    /// Whether a request is the last one on its connection, because it says so or because the parser treats the bytes
    /// after it as another protocol.
    private static func isLast(_ head: HTTPRequestHead) -> Bool {
        let connection = ["Connection", "Proxy-Connection"].flatMap { head.headers[canonicalForm: $0] }
            .map { $0.lowercased() }
        let isUpgrade = connection.contains("upgrade") && head.headers.contains(name: "Upgrade")
        // Few HTTP/1.0 clients request keep-alive, so it is not supported.
        return connection.contains("close") || isOld(head) || isUpgrade || head.method == .CONNECT
    }
}

@available(*, unavailable)
extension RequestHeadValidator: Sendable {}
