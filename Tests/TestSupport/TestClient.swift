public import HTTPTypes
public import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix

/// A response of the tested server.
public struct TestResponse: Sendable {
    public let status: HTTPResponse.Status
    public let headers: HTTPFields
    public let body: ByteBuffer
}

/// Sends requests to a port of this machine, each on a new connection.
struct TestClient: Sendable {
    let port: Int

    private static let timeLimit = Duration.seconds(20)

    func send(_ request: HTTPRequest, body: ByteBuffer?) async throws -> TestResponse {
        try await withThrowingTaskGroup { group in
            group.addTask { try await exchange(request, body: body) }
            group.addTask {
                try await Task.sleep(for: Self.timeLimit)
                throw CancellationError()
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }

    private func exchange(_ request: HTTPRequest, body: ByteBuffer?) async throws -> TestResponse {
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPClientCodec())
                    return try NIOAsyncChannel<HTTPResponsePart, HTTPRequestPart>(wrappingChannelSynchronously: channel)
                }
            }
        return try await connection.executeThenClose { parts, writer in
            try await writer.write(.head(request))
            if let body { try await writer.write(.body(body)) }
            try await writer.write(.end(nil))
            return try await Self.response(of: parts)
        }
    }

    private static func response(of parts: NIOAsyncChannelInboundStream<HTTPResponsePart>) async throws -> TestResponse
    {
        var head: HTTPResponse?
        var body = ByteBuffer()
        for try await part in parts {
            switch part {
            case .head(let part): head = part
            case .body(let part): body.writeImmutableBuffer(part)
            case .end:
                guard let head else { break }
                return TestResponse(status: head.status, headers: head.headerFields, body: body)
            }
        }
        throw ChannelError.eof
    }
}
