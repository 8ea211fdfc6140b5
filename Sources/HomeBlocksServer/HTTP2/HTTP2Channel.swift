import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// HTTP/2 connections. Prepared reads are served directly; every other stream gets its own channel.
struct HTTP2Channel: HTTPChannelHandler {
    typealias Stream = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    struct Value: ServerChildChannelValue {
        let streams: AsyncStream<Stream>
        let channel: any Channel
    }

    let responder: Responder
    let limits: ServerLimits
    let fastPath: FastPathResponder?
    /// The value of `Strict-Transport-Security`; nil to omit it.
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
                    // The connection is no longer handled. Close the stream explicitly, because it must not be
                    // deallocated while open.
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
