import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

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
            let multiplexer = HTTP2StreamMultiplexer(mode: .server, channel: channel) { stream in
                stream.eventLoop.makeCompletedFuture { continuation.yield(try setUp(stream)) }
            }
            let operations = channel.pipeline.syncOperations
            try operations.addHandler(ConnectionSettings.makeHandler())
            try operations.addHandler(HTTP2OpenStreams())
            let idle = TimeAmount.seconds(Int64(limits.idleTimeout))
            try operations.addHandler(
                NIOHTTP2ServerConnectionManagementHandler(
                    eventLoop: channel.eventLoop,
                    configuration: .init(maxIdleTime: idle, maxAge: nil, maxGraceTime: idle, keepalive: nil)))
            try operations.addHandler(HTTP2FastPathHandler(fastPath, limits))
            try operations.addHandler(multiplexer)
            try operations.addHandler(HTTP2ErrorHandler())
            try ConnectionSettings.apply(to: channel)
            return Value(streams: streams, channel: channel)
        }
    }

    /// Adds the handlers of a stream.
    private func setUp(_ stream: any Channel) throws -> Stream {
        let operations = stream.pipeline.syncOperations
        try operations.addHandler(HTTP2FramePayloadToHTTPServerCodec())
        try operations.addHandler(HTTP2StreamPolicyHandler(limits))
        return try Stream(wrappingChannelSynchronously: stream)
    }

    func handle(value: Value, logger: Logger) async {
        await withDiscardingTaskGroup { group in
            for await stream in value.streams {
                group.addTask { await handleHTTP(asyncChannel: stream, logger: logger) }
            }
        }
    }
}

/// Closes a connection on an error that concerns all of it. One that concerns a stream resets that stream only.
final class HTTP2ErrorHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTP2Frame

    /// Drops frames of the connection, which NIOHTTP2 has processed.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !Self.concernsOneStream(error) { context.close(promise: nil) }
    }

    private static func concernsOneStream(_ error: any Error) -> Bool {
        switch error {
        case is NIOHTTP2Errors.StreamError, is NIOHTTP2Errors.NoSuchStream, is NIOHTTP2Errors.StreamClosed,
            is NIOHTTP2Errors.ForbiddenHeaderField,
            is NIOHTTP2Errors.InvalidHTTP2HeaderFieldName, is NIOHTTP2Errors.MissingPseudoHeader,
            is NIOHTTP2Errors.DuplicatePseudoHeader, is NIOHTTP2Errors.PseudoHeaderAfterRegularHeader,
            is NIOHTTP2Errors.UnknownPseudoHeader, is NIOHTTP2Errors.InvalidPseudoHeaders,
            is NIOHTTP2Errors.UnsupportedPseudoHeader, is NIOHTTP2Errors.InvalidPseudoHeaderValue,
            is NIOHTTP2Errors.InvalidHTTP2HeaderFieldValue, is NIOHTTP2Errors.MissingHostHeader,
            is NIOHTTP2Errors.DuplicateHostHeader, is NIOHTTP2Errors.EmptyPathHeader,
            is NIOHTTP2Errors.ContentLengthViolated,
            is NIOHTTP2Errors.ContentLengthHeadersMismatch, is NIOHTTP2Errors.ContentLengthHeaderNegative,
            is NIOHTTP2Errors.ContentLengthHeaderMalformedValue:
            true
        default: false
        }
    }
}

@available(*, unavailable)
extension HTTP2ErrorHandler: Sendable {}
