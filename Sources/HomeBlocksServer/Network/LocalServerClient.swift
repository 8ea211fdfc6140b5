import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends single requests to the local server with the given settings, to check its health.
public struct LocalServerClient: Sendable {
    private let host: String
    private let port: Int
    private let isSecure: Bool

    private static let timeLimit = Duration.seconds(4)
    /// A longer body is truncated.
    private static let maximumBodySize = 64 << 10

    public init(_ settings: ServerSettings) {
        switch settings.host {
        case "0.0.0.0": host = "127.0.0.1"
        case "::": host = "::1"
        case let other: host = other
        }
        port = settings.port
        isSecure = settings.security != nil
    }

    /// - Throws: ``LocalServerError``; ``CertificateProblem`` if TLS cannot be set up.
    public func get(_ path: String) async throws -> LocalResponse {
        try await withThrowingTaskGroup { group in
            group.addTask { try await send(path) }
            group.addTask {
                try await Task.sleep(for: Self.timeLimit)
                throw LocalServerError.timeout
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw noResponse }
            return response
        }
    }

    private func send(_ path: String) async throws -> LocalResponse {
        // Trust any certificate: it is for the public name, and may have been renewed on disk before the server reloads
        // it.
        let security = isSecure ? try TLSContext.trustingClient() : nil
        let connection = try await connect(security)
        var response: LocalResponse?
        do {
            try await connection.executeThenClose { parts, writer in
                let fields: HTTPHeaders = ["Host": "localhost", "Connection": "close"]
                try await writer.write(
                    .head(HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: fields)))
                try await writer.write(.end(nil))
                response = try await Self.response(of: parts)
            }
        } catch {
            // After a complete response it does not matter how the connection ended.
            if response == nil { throw noResponse }
        }
        guard let response else { throw noResponse }
        return response
    }

    private var noResponse: LocalServerError { .noResponse(host: host, port: port, isSecure: isSecure) }

    private func connect(
        _ security: TLSContext?
    ) async throws -> NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart> {
        do {
            return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(.seconds(2))
                .connect(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        if let security {
                            try pipeline.addHandler(TLSHandler(clientOf: security, allocator: channel.allocator))
                        }
                        try pipeline.addHTTPClientHandlers()
                        return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                    }
                }
        } catch { throw LocalServerError.unreachable(host: host, port: port) }
    }

    private static func response(
        of parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>
    ) async throws -> LocalResponse? {
        var status: Int?
        var body: [UInt8] = []
        for try await part in parts {
            switch part {
            case .head(let head): status = Int(head.status.code)
            case .body(let bytes): body += bytes.readableBytesView.prefix(maximumBodySize - body.count)
            case .end: return status.map { LocalResponse(status: $0, body: body) }
            }
        }
        return nil
    }
}

/// The response to a request of ``LocalServerClient``.
public struct LocalResponse: Sendable {
    public let status: Int
    public let body: [UInt8]
}

/// The reason why the local server did not respond.
public enum LocalServerError: Error, CustomStringConvertible {
    case unreachable(host: String, port: Int)
    case timeout
    case noResponse(host: String, port: Int, isSecure: Bool)

    public var description: String {
        switch self {
        case .unreachable(let host, let port): "No server responds at \(host), port \(port)."
        case .timeout: "The server did not respond within 4 seconds."
        case .noResponse(let host, let port, let isSecure):
            "The server at \(host), port \(port) did not send a complete HTTP response. "
                + "According to these settings, it uses \(isSecure ? "" : "no ")TLS."
        }
    }
}
