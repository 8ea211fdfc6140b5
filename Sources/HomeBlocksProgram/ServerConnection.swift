import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An operator's connection to a server.
struct ServerConnection {
    let server: URL
    let token: String?

    /// Sends a request and returns the answer's body.
    ///
    /// - Parameter state: the path of what is changed; the change is made only if that is as it was just before.
    /// - Throws: ``ConfigurationProblem`` with the server's own words if it refuses.
    func send(
        _ method: String, _ path: String, query: [URLQueryItem] = [], body: [UInt8]? = nil, state: String? = nil
    ) async throws -> [UInt8] {
        var request = request(method, path, query)
        if let state { request.setValue(try await tag(of: state, query), forHTTPHeaderField: "If-Match") }
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body)
        }
        let (data, response) = try await answer(to: request)
        guard (200..<300).contains(response.statusCode) else { throw Self.refusal(response.statusCode, data) }
        return data
    }

    /// Sends a request and reads the answer.
    func ask(
        _ method: String, _ path: String, query: [URLQueryItem] = [], body: JSONValue? = nil, state: String? = nil
    ) async throws -> Answer {
        try Answer(parsing: try await send(method, path, query: query, body: body?.encoded, state: state))
    }

    private func request(_ method: String, _ path: String, _ query: [URLQueryItem]) -> URLRequest {
        var url = server.appending(path: path)
        if !query.isEmpty { url.append(queryItems: query) }
        var request = URLRequest(url: url, timeoutInterval: 60)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }

    private func answer(to request: URLRequest) async throws -> ([UInt8], HTTPURLResponse) {
        do {
            let (data, response) = try await URLSession.shared.data(for: request)
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return (Array(data), response)
        } catch {
            throw ConfigurationProblem(
                "The server \(server.absoluteString) does not answer: \(error.localizedDescription)")
        }
    }

    /// The ETag of what is at a path; nil if there is nothing.
    private func tag(of path: String, _ query: [URLQueryItem]) async throws -> String? {
        let page = query.filter { $0.name == "page" }
        let (_, response) = try await answer(to: request("GET", path, page))
        return response.statusCode == 200 ? response.value(forHTTPHeaderField: "ETag") : nil
    }

    private static func refusal(_ status: Int, _ body: [UInt8]) -> ConfigurationProblem {
        let problem = (try? JSONValue(parsing: body))?.object
        var lines = ["\(status): \(problem?["detail"]?.string ?? "The server gave no reason.")"]
        for fault in problem?["errors"]?.array?.prefix(20) ?? [] {
            lines.append("  \(fault.object?["pointer"]?.string ?? "") \(fault.object?["reason"]?.string ?? "")")
        }
        return ConfigurationProblem(lines.map(\.printable).joined(separator: "\n"))
    }
}
