public import Foundation
public import HomeBlocks

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Fetches home pages from a server.
public struct HomePageClient: Sendable {
    private let server: URL
    private let session: URLSession

    /// - Parameters:
    ///   - server: the server's base address, such as `https://home.example.com`.
    ///   - session: makes the requests; the shared one unless told.
    public init(server: URL, session: URLSession = .shared) {
        self.server = server
        self.session = session
    }

    /// The whole page.
    ///
    /// - Parameter slug: the page; the server's default page if nil.
    /// - Throws: ``HomePageError`` for an answer that is no page, `URLError` if there is none.
    public func page(_ slug: String? = nil) async throws -> HomePage {
        try await get("homepage", slug)
    }

    /// The round menu entries of a page.
    public func menus(_ slug: String? = nil) async throws -> Menus {
        try await get("homepage/dragon/ball", slug)
    }

    private func get<Answer: Decodable>(_ path: String, _ slug: String?) async throws -> Answer {
        var components = URLComponents(url: server.appendingPathComponent(path), resolvingAgainstBaseURL: false)
        if let slug { components?.queryItems = [URLQueryItem(name: "page", value: slug)] }
        guard let url = components?.url else { throw HomePageError.address(server.absoluteString) }
        let (data, response) = try await session.data(from: url)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else {
            let problem = try? JSONValue(parsing: data).object
            throw HomePageError.status(status, detail: problem?["detail"]?.string)
        }
        return try JSONDecoder().decode(Answer.self, from: data)
    }
}
