import HTTPTypes
import Hummingbird

/// Registers routes with the router and in the table at once.
struct Routes {
    let router: Router<ServerContext>
    let table: RouteTable
    let limits: ServerLimits

    typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

    func on(_ method: HTTPRequest.Method, _ path: String, use handler: @escaping Handler) {
        table.add(method, path)
        // Waiting for a body is part of it.
        let time = limits.handlerTimeout + (method == .get ? 0 : limits.requestTimeout)
        let deadline = HandlerDeadline(time: .seconds(time))
        router.on(RouterPath(path), method: method) { request, context in
            try await deadline.run { try await handler(request, context) }
        }
    }

    func get(_ path: String, use handler: @escaping Handler) { on(.get, path, use: handler) }
    func post(_ path: String, use handler: @escaping Handler) { on(.post, path, use: handler) }
    func patch(_ path: String, use handler: @escaping Handler) { on(.patch, path, use: handler) }
    func delete(_ path: String, use handler: @escaping Handler) { on(.delete, path, use: handler) }
    func put(_ path: String, use handler: @escaping Handler) { on(.put, path, use: handler) }
}
