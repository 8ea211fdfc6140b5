import Foundation
import HomeBlocks

/// An operator's connection to one page of a server.
struct PageConnection {
    let server: ServerConnection
    let page: String

    /// Sends a request about the page; the path is the one below it.
    func ask(
        _ method: String, _ path: String, query: [URLQueryItem] = [], body: JSONValue? = nil, state: String? = nil
    ) async throws -> Answer {
        let root = "/api/pages/\(page)/"
        return try await server.ask(method, root + path, query: query, body: body, state: state.map { root + $0 })
    }

    /// Reads a long list part by part, until there are as many elements as are wanted.
    ///
    /// - Parameter name: the member of the answer that has the elements.
    func list(_ path: String, _ name: String, limit: Int, query: [URLQueryItem] = []) async throws -> Answer {
        var elements: [JSONValue] = []
        var next = ""
        repeat {
            let part = min(limit - elements.count, Self.longestPart)
            var items = query + [URLQueryItem(name: "limit", value: String(part))]
            if !next.isEmpty { items.append(URLQueryItem(name: "cursor", value: next)) }
            let data = try await ask("GET", path, query: items).data
            elements += data.list(name)
            next = data.list(name).isEmpty ? "" : data.text("next")
        } while !next.isEmpty && elements.count < limit
        return Answer([name: .array(elements), "next": next.isEmpty ? .null : .string(next)])
    }

    private static let longestPart = 100
}
