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

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let (streams, continuation) = AsyncStream.makeStream(of: Stream.self)
            channel.closeFuture.whenComplete { _ in continuation.finish() }
            let handler = HTTP2Handler(fastPath, limits) { stream in
                do {
                    try stream.pipeline.syncOperations.addHandler(HTTP2StreamPolicyHandler(limits))
                    continuation.yield(try Stream(wrappingChannelSynchronously: stream))
                    stream.activate()
                } catch {
                    stream.close(promise: nil)
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
