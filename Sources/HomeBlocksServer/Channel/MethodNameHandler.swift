import NIOCore
import NIOHTTP1

/// Replaces methods that the parser does not know with one that it knows; `RequestHeadValidator` restores them. The
/// parser treats them as malformed requests, but every token is a valid method (RFC 9110, 9.1).
final class MethodNameHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The method that the parser sees instead. The server has no route for it.
    static let substitute = HTTPMethod.PROPFIND

    /// Longer method names are not in use.
    private static let maximumBytes = 64

    private let state: ConnectionState
    /// A method that may be incomplete.
    private var unfinished: ByteBuffer?

    init(_ state: ConnectionState) { self.state = state }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if var start = unfinished {
            unfinished = nil
            start.writeBuffer(&bytes)
            bytes = start
        }
        while bytes.readableBytes > 0 {
            // Empty lines may precede a request, and the end of a head may arrive in two parts.
            pass(bytes.readableBytesView.prefix { $0 == 0x0D || $0 == 0x0A }.count, of: &bytes, context)
            if state.isBetweenRequests, !state.isEnding, bytes.readableBytes > 0 {
                guard let renamed = renamed(bytes) else {
                    unfinished = bytes
                    return
                }
                bytes = renamed
                state.isBetweenRequests = false
            }
            pass(lengthOfPart(bytes), of: &bytes, context)
        }
    }

    /// Passes on incomplete bytes before the end of the input.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { passUnfinished(context) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        passUnfinished(context)
        context.fireChannelInactive()
    }

    private func passUnfinished(_ context: ChannelHandlerContext) {
        guard let bytes = unfinished else { return }
        unfinished = nil
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    private func pass(_ length: Int, of bytes: inout ByteBuffer, _ context: ChannelHandlerContext) {
        guard length > 0, let part = bytes.readSlice(length: length) else { return }
        context.fireChannelRead(wrapInboundOut(part))
    }

    /// Returns the request with an unknown method replaced; nil if the method is incomplete. Other bytes are returned
    /// unchanged.
    private func renamed(_ bytes: ByteBuffer) -> ByteBuffer? {
        let name = bytes.readableBytesView.prefix { ByteSet.token.contains($0) }
        guard name.count <= Self.maximumBytes else { return bytes }
        guard name.count < bytes.readableBytes else { return nil }
        let isMethod = !name.isEmpty && bytes.readableBytesView[name.endIndex] == UInt8(ascii: " ")
        let method = HTTPMethod(rawValue: String(decoding: name, as: UTF8.self))
        guard isMethod, case .RAW = method else { return bytes }
        state.methodName = method
        var renamed = ByteBuffer(string: Self.substitute.rawValue)
        renamed.writeBytes(bytes.readableBytesView[name.endIndex...])
        return renamed
    }

    /// Returns how many bytes to pass to the parser at once: at most up to the end of a head or a body, so that the
    /// handler sees where the next request begins.
    private func lengthOfPart(_ bytes: ByteBuffer) -> Int {
        if state.isEnding { return bytes.readableBytes }
        if state.bodyBytesLeft > 0 { return min(state.bodyBytesLeft, bytes.readableBytes) }
        return bytes.withUnsafeReadableBytes { all in
            var rest = all[...]
            while let line = rest.firstIndex(of: UInt8(ascii: "\n")) {
                rest = rest[(line + 1)...]
                if ASCII.ends(UnsafeRawBufferPointer(rebasing: all[...line]), with: "\r\n\r\n") { return line + 1 }
            }
            return all.count
        }
    }
}

@available(*, unavailable)
extension MethodNameHandler: Sendable {}
