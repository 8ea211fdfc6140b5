import NIOCore
import NIOHPACK
import NIOHTTP2

/// Validates the fields of each HTTP/2 request before they become an `HTTPRequest`: refuses those over the limits and
/// those that make no valid request, and takes `Host` for a missing `:authority` (RFC 9113, 8.3.1).
/// ``HTTP2StreamPolicyHandler`` behind it responds to refusals.
final class StreamHeadValidator: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    /// The event of a refused head.
    struct Refusal {
        let problem: ProblemDetails
    }

    private var isRefused = false
    private var hasHead = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        guard case .headers(var part) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let problem = hasHead ? HeadSize.problem(of: part.headers) : Self.problem(of: part.headers)
        if let problem {
            isRefused = true
            // These are trailers: the response may have been sent.
            if hasHead { return context.close(promise: nil) }
            return context.fireUserInboundEventTriggered(Refusal(problem: problem))
        }
        if !hasHead, !part.headers.contains(name: ":authority"), let host = part.headers.first(name: "host") {
            part.headers = [":authority": host] + part.headers
        }
        hasHead = true
        context.fireChannelRead(wrapInboundOut(.headers(part)))
    }

    private static func problem(of headers: HPACKHeaders) -> ProblemDetails? {
        if let problem = HeadSize.problem(of: headers) { return problem }
        let method = headers.first(name: ":method") ?? ""
        let hosts = headers["host"]
        let authority = headers.first(name: ":authority") ?? hosts.first
        let isValid =
            !method.isEmpty && method.utf8.allSatisfy(ByteSet.token.contains) && hosts.count <= 1
            && hosts.allSatisfy { $0.lowercased() == authority?.lowercased() }
        return isValid ? nil : .malformedStream
    }
}

@available(*, unavailable)
extension StreamHeadValidator: Sendable {}

extension HPACKHeaders {
    fileprivate static func + (first: HPACKHeaders, others: HPACKHeaders) -> HPACKHeaders {
        var all = first
        all.add(contentsOf: others)
        return all
    }
}
