import HTTPTypes
import NIOCore
import NIOHTTP1

/// Looks at each request's head as it came over the wire, before it loses its version and its repeated headers: what
/// the parser lets pass though the protocol does not, which method `MethodNameHandler` replaced, and who does not keep
/// the connection, however they say so.
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

    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
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
        // Such a client cannot be told to go on.
        if Self.isOld(head) { head.headers.remove(name: "Expect") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func isOld(_ head: HTTPRequestHead) -> Bool { head.version == .http1_0 }

    private static func problem(of head: HTTPRequestHead) -> Problem? {
        if head.uri.utf8.count > RequestTarget.mostBytes { return .targetTooLong }
        if let problem = HeadSize.problem(of: head.headers) { return problem }
        let hosts = head.headers["Host"]
        let codings = head.headers["Transfer-Encoding"]
        guard
            RequestTarget.isValid(head.uri, isOptions: head.method == .OPTIONS, isConnect: head.method == .CONNECT),
            hosts.count == 1 || hosts.isEmpty && isOld(head), hosts.allSatisfy({ HostField.isValid($0) }),
            codings.isEmpty || codings.map({ $0.lowercased() }) == ["chunked"]
        else { return Problem(HTTPParserError.invalidHeaderToken) }
        return nil
    }

    /// Whether nothing is read behind a request: because it says so, or because the parser takes what follows for
    /// another protocol's.
    private static func isLast(_ head: HTTPRequestHead) -> Bool {
        let connection = ["Connection", "Proxy-Connection"].flatMap { head.headers[canonicalForm: $0] }
            .map { $0.lowercased() }
        let isUpgrade = connection.contains("upgrade") && head.headers.contains(name: "Upgrade")
        // A client of HTTP/1.0 would have to be told that the connection stays, and few ask for it.
        return connection.contains("close") || isOld(head) || isUpgrade || head.method == .CONNECT
    }
}

@available(*, unavailable)
extension RequestHeadValidator: Sendable {}
