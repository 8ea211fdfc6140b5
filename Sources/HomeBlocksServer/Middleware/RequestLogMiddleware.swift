import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Gives each answer its request's id, counts it and writes one line about it. The query stays out of the log: it may
/// name a user.
struct RequestLogMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let tally: RequestMetrics
    let settings: ServerSettings

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = NIODeadline.now()
        var context = context
        context.client = settings.trustedProxies.client(of: request.headers, peer: context.peer)
        var response = try await next(request, context)
        // What caches give to many bears no mark of one.
        let isShared = response.headers[.cacheControl]?.hasPrefix("public") ?? false
        if !isShared { response.headers[.requestID] = context.requestID }
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.strictTransportSecurity] = settings.security?.strictTransport
        let duration = (NIODeadline.now() - start).nanoseconds
        let bytes = request.method == .head ? 0 : response.body.contentLength ?? 0
        tally.count(
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

    /// A path for the log, without a token that somebody pasted into it.
    private static func clean(_ path: String) -> String {
        path.prefix(256).split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("hb_") ? "hb_…" : $0 }.joined(separator: "/")
    }
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name("X-Request-Id") ?? .eTag
}
