import HTTPTypes
import HomeBlocks
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Publishing

/// Turns every error into a problem document. Details of internal errors are only logged.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let routes: RouteTable
    let metrics: RequestMetrics
    let authenticator: Authenticator

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // Nothing more can be parsed on this connection. The connection's handler responds and closes it.
            throw error
        } catch let error as IncompleteBody {
            context.logger.info("request not received", metadata: ["reason": "\(error.reason)"])
            // The framework closes the connection only for this error, and responds with 500 to any other.
            throw HTTPParserError.invalidEOFState
        } catch {
            if case .refused(let failure)? = error as? PublishingError {
                await authenticator.record(failure, request, context)
            }
            let problem = problem(for: error, request, context)
            let response = problem.response(requestID: context.requestID)
            return request.method == .head ? response.createHeadResponse() : response
        }
    }

    private func problem(for error: any Error, _ request: Request, _ context: ServerContext) -> ProblemDetails {
        switch error {
        case let problem as ProblemDetails: return problem
        case let error as JSONSyntaxError: return ProblemDetails(error)
        case is RequestTimeout: return .late("body")
        case is CancellationError:
            var problem = ProblemDetails(
                .serviceUnavailable, "unavailable", "The server is stopping. Send the request again.")
            problem.headers = [.connection: "close", .retryAfter: "5"]
            return problem
        case let error as PublishingError:
            switch error {
            case .internalError(let reason): context.logger.error("request failed", metadata: ["reason": "\(reason)"])
            case .unavailable(let reason):
                metrics.countStoreFailure()
                let cause: Logger.Metadata = reason.cause.map { ["cause": "\($0)"] } ?? [:]
                context.logger.error(
                    "store unavailable", metadata: cause.merging(["reason": "\(reason.message)"]) { $1 })
            default: break
            }
            return ProblemDetails(error)
        case let error as HTTPError where error.status == .notFound: return unrouted(request)
        case let error as HTTPError where error.status.code < 500:
            return ProblemDetails(error.status, "malformed", error.body ?? error.status.reasonPhrase)
        default:
            context.logger.error("request failed", metadata: ["reason": "\(String(reflecting: error))"])
            return .internalError
        }
    }

    /// Methods that get 405 if a path does not support them. Other methods get 501.
    private static let knownMethods: Set = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE", "QUERY",
    ]

    /// Returns the problem for a path without a route, or with routes only for other methods.
    private func unrouted(_ request: Request) -> ProblemDetails {
        guard Self.knownMethods.contains(request.method.rawValue) else { return .unknownMethod }
        let methods = routes.methods(for: request.uri.path)
        guard !methods.isEmpty else {
            return ProblemDetails(.notFound, "not-found", "There is no resource at this path.")
        }
        let allowed = methods.joined(separator: ", ")
        var problem = ProblemDetails(
            .methodNotAllowed, "method-not-allowed",
            "This path does not support \(request.method). Allowed: \(allowed).")
        problem.headers[.allow] = allowed
        return problem
    }
}
