import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// HTTP/2 connections. Prepared reads are served directly; every other stream gets its own channel.
struct HTTP2Channel: HTTPChannelHandler {
    typealias Stream = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    struct Value: ServerChildChannelValue {
        let channel: any Channel
    }

    let responder: Responder
    let limits: ServerLimits
    let fastPath: FastPathResponder?
    /// The value of `Strict-Transport-Security`; nil to omit it.
    let strictTransport: String?
    private let streams = HTTP2OpenStreams()

    init(responder: @escaping Responder, limits: ServerLimits, fastPath: FastPathResponder?, strictTransport: String?) {
        self.responder = responder
        self.limits = limits
        self.fastPath = fastPath
        self.strictTransport = strictTransport
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let handler = HTTP2Handler(fastPath, limits, strictTransport: strictTransport) { channel in
                do {
                    try channel.pipeline.syncOperations.addHandler(HTTP2StreamPolicyHandler(limits))
                    let stream = try Stream(wrappingChannelSynchronously: channel)
                    channel.activate()
                    if streams.add(stream) { return }
                    // The server no longer handles streams. Close it explicitly, because it must not be deallocated
                    // while open.
                    Task { try await stream.executeThenClose { _, _ in } }
                } catch {
                    channel.close(promise: nil)
                }
            }
            try channel.pipeline.syncOperations.addHandler(handler)
            streams.enter(channel)
            return Value(channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await streams.handle { await handleHTTP(asyncChannel: $0, logger: logger) }
    }
}
