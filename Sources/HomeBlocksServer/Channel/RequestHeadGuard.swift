import NIOCore
import NIOHTTP1

/// Looks at each request's head as it came over the wire, before it loses its version and its repeated headers:
/// there must be one Host, and who does not keep the connection must be understood however it says so.
final class RequestHeadGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let hosts = head.headers["Host"].count
        let isOld = head.version.major == 1 && head.version.minor == 0
        guard hosts == 1 || hosts == 0 && isOld else {
            isRefused = true
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        if isLast(head, isOld: isOld) { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Whether nothing is read behind a request: because it says so, or because the parser takes what follows for
    /// another protocol's.
    private func isLast(_ head: HTTPRequestHead, isOld: Bool) -> Bool {
        let connection = ["Connection", "Proxy-Connection"].flatMap { head.headers[canonicalForm: $0] }
            .map { $0.lowercased() }
        let isUpgrade = connection.contains("upgrade") && head.headers.contains(name: "Upgrade")
        return connection.contains("close") || isOld && !connection.contains("keep-alive") || isUpgrade
            || head.method == .CONNECT
    }
}

@available(*, unavailable)
extension RequestHeadGuard: Sendable {}
