import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Publishing

/// Adds the request id to each response, counts it and logs one line. The query is not logged, because it may identify
/// a user.
struct RequestLogMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let metrics: RequestMetrics
    let settings: ServerSettings

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = NIODeadline.now()
        var context = context
        context.client = settings.trustedProxies.client(of: request.headers, peer: context.peer)
        var response = try await next(request, context)
        // A response that shared caches may store has no request id.
        let isShared = response.headers[.cacheControl]?.hasPrefix("public") ?? false
        if !isShared { response.headers[.requestID] = context.requestID }
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.strictTransportSecurity] = settings.security?.strictTransport
        let duration = (NIODeadline.now() - start).nanoseconds
        let bytes = request.method == .head ? 0 : response.body.contentLength ?? 0
        metrics.count(
            request.method.rawValue, context.endpointPath ?? "", Int(response.status.code), bytes: bytes,
            duration: duration)
        context.logger.info(
            "request",
            metadata: [
                "method": "\(request.method)", "path": "\(Self.clean(request.uri.path))",
                "status": "\(response.status.code)", "bytes": "\(bytes)",
                "us": "\(duration / 1000)", "client": "\(context.client.map(\.description) ?? "unknown")",
            ])
        return response
    }

    /// Redacts tokens that someone may have pasted into a path.
    private static func clean(_ path: String) -> String {
        path.prefix(256).split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("hb_") ? "hb_…" : $0 }.joined(separator: "/")
    }
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name("X-Request-Id") ?? .eTag
}
