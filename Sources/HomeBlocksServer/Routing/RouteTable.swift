import HTTPTypes
import Hummingbird
import Synchronization

/// The methods of each path, for `Allow`.
final class RouteTable: Sendable {
    private struct Entry {
        let parts: [Substring]
        let method: HTTPRequest.Method
        let isPublic: Bool

        /// The router's precedence if several templates match: a literal before a parameter, from left to right.
        var precedence: String { parts.map { $0.hasPrefix("{") || $0 == "**" ? "0" : "1" }.joined() }
    }

    /// Whether public paths support OPTIONS.
    private let hasPreflights: Bool
    private let entries = Mutex<[Entry]>([])

    init(hasPreflights: Bool) { self.hasPreflights = hasPreflights }

    /// - Parameter isPublic: whether the route is a read without a credential, which is also open to other origins.
    func add(_ method: HTTPRequest.Method, _ path: String, isPublic: Bool = false) {
        let entry = Entry(parts: Self.parts(path), method: method, isPublic: isPublic)
        entries.withLock { $0.append(entry) }
    }

    /// The methods of all paths.
    var methods: [String] { entries.withLock { entries in entries.map(\.method.rawValue) } }

    /// All operations, for example `GET /sort`.
    var operations: Set<String> {
        entries.withLock { entries in Set(entries.map { "\($0.method) /\($0.parts.joined(separator: "/"))" }) }
    }

    /// Returns the sorted methods of a path; empty if no route matches.
    func methods(for path: String) -> [String] {
        let entries = best(for: path)
        var names = Set(entries.map(\.method.rawValue))
        if names.contains("GET") { names.insert("HEAD") }
        if hasPreflights, entries.contains(where: \.isPublic) { names.insert("OPTIONS") }
        return names.sorted()
    }

    /// Whether a path can be read without a credential.
    func isPublic(_ path: String) -> Bool { best(for: path).contains(where: \.isPublic) }

    /// Returns the entries of the template that the router chooses for a path.
    private func best(for path: String) -> [Entry] {
        let parts = Self.parts(path)
        let fitting = entries.withLock { entries in entries.filter { Self.matches(parts, $0.parts) } }
        let best = fitting.map(\.precedence).max()
        return fitting.filter { $0.precedence == best }
    }

    private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }

    private static func matches(_ path: [Substring], _ template: [Substring]) -> Bool {
        if template.last == "**" {
            return path.count >= template.count && zip(path, template.dropLast()).allSatisfy(fits)
        }
        return path.count == template.count && zip(path, template).allSatisfy(fits)
    }

    private static func fits(_ part: Substring, _ template: Substring) -> Bool {
        template.hasPrefix("{") || part == template
    }
}

/// Responds to `OPTIONS *` with the methods that the server supports (RFC 9110, 9.3.7).
struct ServerOptionsMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let routes: RouteTable

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .options, request.head.path == "*" else { return try await next(request, context) }
        let methods = Set(routes.methods + ["HEAD", "OPTIONS"]).sorted()
        return Response(status: .noContent, headers: [.allow: methods.joined(separator: ", ")])
    }
}
