import HTTPTypes
import HomeBlocks
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Publishing

/// Turns every error into a problem document. Nothing inside shows; the log has it.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let routes: RouteTable
    let tally: RequestMetrics
    let authenticator: Authenticator

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // The connection is beyond repair: its own handler answers and closes.
            throw error
        } catch {
            if case .refused(let failure)? = error as? PublishingError {
                await authenticator.record(failure, request, context)
            }
            let problem = problem(for: error, request, context)
            let response = problem.response(requestID: context.requestID)
            return request.method == .head ? response.createHeadResponse() : response
        }
    }

    private func problem(for error: any Error, _ request: Request, _ context: ServerContext) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let error as JSONSyntaxError: return Problem(error)
        case is RequestTimeout: return .late("body")
        case is CancellationError:
            var problem = Problem(.serviceUnavailable, "unavailable", "The server is stopping. Send the request again.")
            problem.headers = [.connection: "close", .retryAfter: "5"]
            return problem
        case let error as PublishingError:
            switch error {
            case .internalError(let reason): context.logger.error("request failed", metadata: ["reason": "\(reason)"])
            case .unavailable(let reason):
                tally.countStoreFailure()
                context.logger.error("store unavailable", metadata: ["reason": "\(reason)"])
            default: break
            }
            return Problem(error)
        case let error as HTTPError where error.status == .notFound: return unrouted(request)
        case let error as HTTPError where error.status.code < 500:
            return Problem(error.status, "malformed", error.body ?? error.status.reasonPhrase)
        default:
            context.logger.error("request failed", metadata: ["reason": "\(String(reflecting: error))"])
            return .fault
        }
    }

    /// Methods that paths may refuse with 405; any other gets 501.
    private static let knownMethods: Set = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE", "QUERY",
    ]

    /// A path that exists with another method, or one that does not.
    private func unrouted(_ request: Request) -> Problem {
        guard Self.knownMethods.contains(request.method.rawValue) else { return .unknownMethod }
        let methods = routes.methods(for: request.uri.path)
        guard !methods.isEmpty else {
            return Problem(.notFound, "not-found", "There is nothing at this path.")
        }
        let allowed = methods.joined(separator: ", ")
        var problem = Problem(
            .methodNotAllowed, "method-not-allowed", "This path does not take \(request.method). It takes \(allowed).")
        problem.headers[.allow] = allowed
        return problem
    }
}
