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
    /// - Throws: ``ConfigurationProblem`` with the server's own words if it refuses.
    func send(
        _ method: String, _ path: String, query: [URLQueryItem] = [], body: [UInt8]? = nil
    ) async throws -> [UInt8] {
        var url = server.appending(path: path)
        if !query.isEmpty { url.append(queryItems: query) }
        var request = URLRequest(url: url, timeoutInterval: 60)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body)
        }
        let data: Data
        let response: URLResponse
        do {
            (data, response) = try await URLSession.shared.data(for: request)
        } catch {
            throw ConfigurationProblem(
                "The server \(server.absoluteString) does not answer: \(error.localizedDescription)")
        }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else { throw Self.refusal(status, Array(data)) }
        return Array(data)
    }

    /// Sends a request and reads the answer.
    func ask(
        _ method: String, _ path: String, query: [URLQueryItem] = [], body: JSONValue? = nil
    ) async throws -> Answer {
        try Answer(parsing: try await send(method, path, query: query, body: body?.encoded))
    }

    private static func refusal(_ status: Int, _ body: [UInt8]) -> ConfigurationProblem {
        let problem = (try? JSONValue(parsing: body))?.object
        var lines = ["\(status): \(problem?["detail"]?.string ?? "The server gave no reason.")"]
        for fault in problem?["errors"]?.array?.prefix(20) ?? [] {
            lines.append("  \(fault.object?["pointer"]?.string ?? "") \(fault.object?["reason"]?.string ?? "")")
        }
        return ConfigurationProblem(lines.joined(separator: "\n"))
    }
}
