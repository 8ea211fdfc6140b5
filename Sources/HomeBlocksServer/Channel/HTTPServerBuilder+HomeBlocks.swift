import HummingbirdCore
import HummingbirdHTTP2
import NIOCore

extension HTTPServerBuilder {
    /// Connections as the settings want them: in the clear, or over TLS.
    static func homeBlocks(
        _ settings: ServerSettings, _ connections: ConnectionLimit, _ reads: FastPathReads?
    ) -> HTTPServerBuilder {
        let limits = settings.limits
        return HTTPServerBuilder { responder in
            let http1 = HTTP1Channel(
                responder: responder,
                configuration: .homeBlocks(HTTP1PolicyHandler(limits, reads: reads, security: settings.security)))
            guard let security = settings.security else {
                return UnhandledConnectionCloser(
                    base: CleartextChannel(http1: http1, limits: limits, connections: connections))
            }
            let http2 = HTTP2Channel(
                responder: responder,
                configuration: HTTP2ChannelConfiguration(
                    idleTimeout: .seconds(limits.idleTimeout), gracefulCloseTimeout: .seconds(limits.idleTimeout),
                    streamConfiguration: .homeBlocks(StreamGuard(limits))))
            return UnhandledConnectionCloser(
                base: SecureChannel(
                    http1: http1, http2: http2, limits: limits, connections: connections, security: security))
        }
    }
}

extension HTTP1Channel.Configuration {
    fileprivate static func homeBlocks(
        _ guardian: @autoclosure @escaping @Sendable () -> any RemovableChannelHandler
    ) -> HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: [guardian()],
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: HeadSize.mostParsedBytes, maxHeaderListSize: HeadSize.mostParsedBytes,
                maxHeaderFieldCount: HeadSize.mostFields))
    }
}
