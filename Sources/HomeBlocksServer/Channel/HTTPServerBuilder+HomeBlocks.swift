import HummingbirdCore
import Logging
import NIOCore

extension HTTPServerBuilder {
    /// Sets up connections over cleartext or TLS, according to the settings.
    static func homeBlocks(
        _ settings: ServerSettings, _ connections: ConnectionLimit, fastPath: FastPathResponder?
    ) -> HTTPServerBuilder {
        let limits = settings.limits
        return HTTPServerBuilder { responder in
            let http1 = HTTP1Channel(
                responder: responder,
                configuration: .homeBlocks(HTTP1PolicyHandler(limits, fastPath: fastPath, security: settings.security)))
            guard let security = settings.security else {
                return UnhandledConnectionCloser(
                    base: CleartextChannel(http1: http1, limits: limits, connections: connections))
            }
            let http2 = HTTP2Channel(
                responder: responder, limits: limits, fastPath: fastPath, strictTransport: security.strictTransport)
            return UnhandledConnectionCloser(
                base: SecureChannel(
                    http1: http1, http2: http2, limits: limits, connections: connections, security: security))
        }
    }
}

extension HTTP1Channel.Configuration {
    fileprivate static func homeBlocks(
        _ handler: @autoclosure @escaping @Sendable () -> any RemovableChannelHandler
    ) -> HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: [handler()],
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: HeadSize.maximumParsedBytes, maxHeaderListSize: HeadSize.maximumParsedBytes,
                maxHeaderFieldCount: HeadSize.maximumFields))
    }
}

/// Cleartext HTTP/1.1 connections.
struct CleartextChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let http1: HTTP1Channel
    let limits: ServerLimits
    let connections: ConnectionLimit

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.limitSlowReading(limits)
        let refusal = connections.enter(channel)
        return http1.setup(channel: channel, logger: logger).map { value in
            if let refusal {
                let handler = try? channel.pipeline.syncOperations.handler(type: HTTP1PolicyHandler.self)
                handler?.refuse(ProblemDetails(refusal))
            }
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await http1.handle(value: value, logger: logger) }
}

extension Channel {
    /// Limits how long a client may not read, and how many unsent bytes are buffered for it. The kernel enforces both,
    /// because only it sees how fast a client reads.
    func limitSlowReading(_ limits: ServerLimits) {
        #if os(Linux)
            // TCP_USER_TIMEOUT closes the connection if the client accepts no data for this many milliseconds.
            setTCPOption(18, limits.writeTimeout * 1000)
            // TCP_NOTSENT_LOWAT limits the unsent bytes in the kernel's buffer. Without it each connection may buffer
            // up to 4 MB, and the kernel shrinks the buffers of all connections under memory pressure.
            setTCPOption(25, 128 << 10)
        #endif
    }

    private func setTCPOption(_ number: CInt, _ value: Int) {
        let option = ChannelOptions.Types.SocketOption(level: .tcp, name: NIOBSDSocket.Option(rawValue: number))
        try? syncOptions?.setOption(option, value: SocketOptionValue(value))
    }
}
