import HTTPTypes
public import Hummingbird
import Logging
import Publishing

/// Registers routes with the router and in the route table.
struct Routes {
    let router: Router<ServerContext>
    let table: RouteTable
    let limits: ServerLimits

    typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

    func on(
        _ method: HTTPRequest.Method, _ path: String, isPublic: Bool = false, use handler: @escaping Handler
    ) {
        table.add(method, path, isPublic: isPublic)
        // The handler's time includes waiting for the body.
        let time = limits.handlerTimeout + (method == .get ? 0 : limits.requestTimeout)
        let deadline = HandlerDeadline(time: .seconds(time))
        router.on(RouterPath(path), method: method) { request, context in
            try await deadline.run { try await handler(request, context) }
        }
    }

    /// Registers a read without a credential, which is also open to other origins.
    func publicGet(_ path: String, use handler: @escaping Handler) { on(.get, path, isPublic: true, use: handler) }
    func get(_ path: String, use handler: @escaping Handler) { on(.get, path, use: handler) }
    func post(_ path: String, use handler: @escaping Handler) { on(.post, path, use: handler) }
    func patch(_ path: String, use handler: @escaping Handler) { on(.patch, path, use: handler) }
    func delete(_ path: String, use handler: @escaping Handler) { on(.delete, path, use: handler) }
    func put(_ path: String, use handler: @escaping Handler) { on(.put, path, use: handler) }
}

/// The time limit of a handler.
struct HandlerDeadline: Sendable {
    let time: Duration

    /// Runs a handler and cancels it after the time limit. Cancellation rolls back its transaction.
    func run<Value: Sendable>(_ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await make() }
            group.addTask {
                // If the request itself is cancelled, the handler's result counts.
                try? await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            if let first = try await group.next(), let response = first { return response }
            group.cancelAll()
            do {
                // The handler may have finished despite the cancellation.
                if let last = try await group.next(), let response = last { return response }
            } catch {
                try Task.checkCancellation()
            }
            throw ProblemDetails.tooSlow
        }
    }
}

/// The context of a request.
public struct ServerContext: RequestContext {
    public var coreContext: CoreRequestContextStorage

    /// The id in the response and in the log.
    let requestID: String

    /// The address of the connection's peer.
    let peer: IPAddress?

    /// The address of the client, which differs from the peer if that is a trusted proxy.
    var client: IPAddress?

    /// The permit of the request; nil for paths without a limit.
    var permit: RequestPermit?

    public init(source: Source) {
        peer = IPAddress(source.channel.remoteAddress)
        client = peer
        coreContext = .init(source: source)
        // The framework puts the id into the logger's metadata. A log handler without metadata does not return it.
        requestID = source.logger[metadataKey: "hb.request.id"].map { "\($0)" } ?? RequestID().description
    }
}
