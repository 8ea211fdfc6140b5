import Foundation
import HomeBlocks
import Publishing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends a command's requests to a server as an operator.
struct OperatorClient {
    let server: URL
    let token: String?
    /// The path prefix of all requests; empty for the whole server.
    var root = ""
    /// Why changes bypass reviews.
    var bypass: String?
    /// Sends the requests.
    var session = URLSession.shared

    private static let maximumPartLength = 100

    /// The same client for the paths of one page.
    func page(_ slug: String) -> OperatorClient {
        OperatorClient(server: server, token: token, root: "/api/pages/\(slug)/", session: session)
    }

    /// Sends a request and returns the body of the response.
    ///
    /// - Parameters:
    ///   - state: the path of the resource that is changed; its ETag is read first and sent as `If-Match`.
    ///   - match: the ETag that is sent as `If-Match`, if it is known.
    /// - Throws: ``ProgramError`` with the server's own message if it rejects the request.
    func send(
        _ method: String, _ path: String, query: [URLQueryItem] = [], body: [UInt8]? = nil, state: String? = nil,
        match: String? = nil
    ) async throws -> [UInt8] {
        var request = request(method, path, query)
        if let match { request.setValue(match, forHTTPHeaderField: "If-Match") }
        if let state { request.setValue(try await tag(of: state, query), forHTTPHeaderField: "If-Match") }
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body)
        }
        return try await send(request).body
    }

    /// Sends a prepared request.
    ///
    /// - Throws: ``ProgramError`` with the server's own message if it rejects the request.
    func send(_ request: URLRequest) async throws -> (body: [UInt8], response: HTTPURLResponse) {
        let (data, response) = try await response(to: request)
        guard (200..<300).contains(response.statusCode) else { throw Self.refusal(response.statusCode, data) }
        return (data, response)
    }

    /// Sends the bytes of a file.
    func upload(
        _ bytes: [UInt8], type: String, to path: String, query: [URLQueryItem] = []
    ) async throws -> [UInt8] {
        var request = request("POST", path, query)
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(bytes)
        return try await send(request).body
    }

    /// Sends a request and reads the envelope of the response.
    func result(
        _ method: String, _ path: String, query: [URLQueryItem] = [], body: JSONValue? = nil, state: String? = nil,
        match: String? = nil
    ) async throws -> CommandResult {
        try CommandResult(
            parsing: try await send(method, path, query: query, body: body?.encoded, state: state, match: match))
    }

    /// Reads a list page by page, up to a number of elements.
    ///
    /// - Parameter name: the member of the response that has the elements.
    func list(_ path: String, _ name: String, limit: Int, query: [URLQueryItem] = []) async throws -> CommandResult {
        var elements: [JSONValue] = []
        var next = ""
        repeat {
            let part = min(limit - elements.count, Self.maximumPartLength)
            var items = query + [URLQueryItem(name: "limit", value: String(part))]
            if !next.isEmpty { items.append(URLQueryItem(name: "cursor", value: next)) }
            let data = try await result("GET", path, query: items).data
            elements += data.list(name)
            next = data.list(name).isEmpty ? "" : data.text("next")
        } while !next.isEmpty && elements.count < limit
        return CommandResult([name: .array(elements), "next": next.isEmpty ? .null : .string(next)])
    }

    private func request(_ method: String, _ path: String, _ query: [URLQueryItem]) -> URLRequest {
        var url = server.appending(path: root + path)
        if !query.isEmpty { url.append(queryItems: query) }
        var request = URLRequest(url: url, timeoutInterval: 60)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if method != "GET", let reason = bypass?.addingPercentEncoding(withAllowedCharacters: .alphanumerics) {
            request.setValue(reason, forHTTPHeaderField: "HomeBlocks-Bypass")
        }
        return request
    }

    private func response(to request: URLRequest) async throws -> ([UInt8], HTTPURLResponse) {
        do {
            let (data, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return (Array(data), response)
        } catch {
            throw ProgramError("The server \(server.absoluteString) cannot be reached: \(error.localizedDescription)")
        }
    }

    /// The ETag of the resource at a path; nil if there is none.
    func tag(of path: String, _ query: [URLQueryItem] = []) async throws -> String? {
        let page = query.filter { $0.name == "page" }
        let (_, response) = try await response(to: request("GET", path, page))
        return response.statusCode == 200 ? response.value(forHTTPHeaderField: "ETag") : nil
    }

    /// Returns the error for a rejected request, with the server's own message.
    static func refusal(_ status: Int, _ body: [UInt8]) -> ProgramError {
        if status == 401 {
            return ProgramError(
                "401: The server does not accept the token. Set another one with --token or HOMEBLOCKS_TOKEN.")
        }
        let problem = (try? JSONValue(parsing: body))?.object
        var lines = ["\(status): \(problem?["detail"]?.string ?? "The server gave no reason.")"]
        for issue in problem?["errors"]?.array?.prefix(20) ?? [] {
            lines.append("  \(issue.object?["pointer"]?.string ?? "") \(issue.object?["reason"]?.string ?? "")")
        }
        return ProgramError(lines.map(\.printable).joined(separator: "\n"))
    }
}

/// The result of a command, from a server or from the same work on the database.
struct CommandResult {
    let data: JSONValue
    /// The effects of a change to live on the page's draft and on its planned releases.
    let propagated: [JSONValue]

    init(_ data: JSONValue, propagated: [JSONValue] = []) {
        self.data = data
        self.propagated = propagated
    }

    init(_ outcome: ChangeOutcome) {
        self.init(.object(outcome.data), propagated: outcome.propagated.map(\.json))
    }

    init(parsing bytes: [UInt8]) throws {
        guard let envelope = (try? JSONValue(parsing: bytes))?.object, let data = envelope["data"] else {
            throw ProgramError("The server's response is not JSON with a member `data`. Check the address.")
        }
        self.init(data, propagated: envelope["carried"]?.array ?? [])
    }
}
