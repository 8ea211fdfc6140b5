import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// Connections over HTTP/2: prepared reads are served from the frames, every other stream gets a channel of its own.
struct HTTP2Channel: HTTPChannelHandler {
    typealias Stream = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    struct Value: ServerChildChannelValue {
        let streams: AsyncStream<Stream>
        let channel: any Channel
    }

    let responder: Responder
    let limits: ServerLimits
    let fastPath: FastPathResponder?
    /// The value of `Strict-Transport-Security`; nil if it is not sent.
    let strictTransport: String?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let (streams, continuation) = AsyncStream.makeStream(of: Stream.self)
            channel.closeFuture.whenComplete { _ in continuation.finish() }
            let handler = HTTP2Handler(fastPath, limits, strictTransport: strictTransport) { channel in
                do {
                    try channel.pipeline.syncOperations.addHandler(HTTP2StreamPolicyHandler(limits))
                    let stream = try Stream(wrappingChannelSynchronously: channel)
                    channel.activate()
                    if case .enqueued = continuation.yield(stream) { return }
                    // Nobody handles the connection any more. A stream must not be dropped as it is.
                    Task { try await stream.executeThenClose { _, _ in } }
                } catch {
                    channel.close(promise: nil)
                }
            }
            try channel.pipeline.syncOperations.addHandler(handler)
            return Value(streams: streams, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withDiscardingTaskGroup { group in
            for await stream in value.streams {
                group.addTask { await handleHTTP(asyncChannel: stream, logger: logger) }
            }
        }
    }
}
