public import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Fetches home pages and their parts from a server.
///
/// Requests have the `ETag` of the copy on disk, so that a page that has not changed is not sent again. Equal requests
/// at the same time are made once. A request that the server fails or refuses as busy is retried, see
/// ``ClientOptions``; if that does not help, or there is no network, the copy on disk is returned, with
/// ``Origin/stale(since:because:)`` as its ``Loaded/origin``. A ``FetchPolicy`` changes that: with `cacheThenNetwork`
/// the copy is there at once, and the server's response follows.
///
/// All methods throw ``HomePageError``: `refused` with the server's reasons, `unreadable` for a response body of
/// another form, `unreachable` or `timedOut` without a copy to show, `cancelled` when the calling task is.
public final class HomePageClient: Sendable {
    /// The server's base address.
    public let server: URL
    /// For whom pages are requested.
    public let context: HomePageContext
    private let loader: CachingLoader
    let coalescer = RequestCoalescer()
    /// The session, if the client made it.
    private let ownSession: URLSession?

    /// - Parameters:
    ///   - server: the server's base address, such as `https://home.example.com`.
    ///   - context: for whom pages are requested. When the reader signs in or out, make another client.
    ///   - cache: where responses are kept; nil to keep none. Clients may share one.
    ///   - bundle: responses that the app was built with, used as copies of what the cache does not have.
    ///   - options: how patient the client is.
    ///   - session: makes the requests; one of its own, without a cache and cookies, by default.
    public convenience init(
        server: URL, context: HomePageContext = HomePageContext(), cache: ResponseCache? = nil,
        bundle: BundledResponses? = nil, options: ClientOptions = ClientOptions(), session: URLSession? = nil
    ) {
        let ownSession = session == nil ? URLSession(configuration: .private) : nil
        self.init(
            server: server, context: context, ownSession: ownSession,
            loader: CachingLoader(
                client: RetryingHTTPClient(
                    session: session ?? ownSession ?? .shared, options: options,
                    policy: RetryPolicy(options: options, jitter: { Double.random(in: 0...1) }),
                    pause: { try await Pause.seconds($0) }, now: { Date() }),
                cache: cache, bundle: bundle))
    }

    init(server: URL, context: HomePageContext, ownSession: URLSession? = nil, loader: CachingLoader) {
        self.ownSession = ownSession
        self.server = server
        self.context = context
        self.loader = loader
    }

    deinit { ownSession?.finishTasksAndInvalidate() }

    /// The address of a picture or a link of a document. One that begins with a slash is below the server's base
    /// address, as requests are; any other that is relative is so to that.
    public func url(of address: String) -> URL? {
        guard address.hasPrefix("/"), !address.hasPrefix("//") else {
            return URL(string: address, relativeTo: server)?.absoluteURL
        }
        let base = server.absoluteString
        return URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + address)
    }
}

extension HomePageClient: HomePageFetching {
    public func storedCopy<Value: Sendable>(of request: HomePageRequest<Value>) async -> Loaded<Value>? {
        guard let url = url(of: request) else { return nil }
        return await loader.storedCopy(of: request, at: url)
    }

    public func response<Value: Sendable>(
        to request: HomePageRequest<Value>
    ) async throws(HomePageError) -> Loaded<Value> {
        guard let url = url(of: request) else { throw .address(server.absoluteString) }
        let loader = loader
        let outcome = await coalescer.outcome(of: "\(ObjectIdentifier(Value.self)) \(url.absoluteString)") {
            // A session traps when it is used after the client that is released has invalidated it.
            defer { withExtendedLifetime(self) {} }
            do throws(HomePageError) {
                let loaded = try await loader.response(to: request, at: url)
                return .success(Loaded(value: loaded.value, origin: loaded.origin))
            } catch {
                return .failure(error)
            }
        }
        let loaded = try outcome.get()
        guard let value = loaded.value as? Value else { throw .unreadable(JSONIssue("has another type")) }
        return Loaded(value: value, origin: loaded.origin)
    }

    /// The whole address of a request, with the client's context; nil if the server's address cannot be used.
    public func url<Value: Sendable>(of request: HomePageRequest<Value>) -> URL? {
        let parameters = request.parameters + (request.dependsOnContext ? context.parameters : [])
        return RequestAddress.url(server, request.path, parameters)
    }
}

/// Makes addresses in which every name and value is what it was, whatever signs are in it.
enum RequestAddress {
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    /// The colon of a card's id stays as it is (RFC 3986, 3.3).
    private static let pathPlain = plain.union(CharacterSet(charactersIn: ":"))

    static func url(_ server: URL, _ path: [String], _ parameters: [(name: String, value: String)]) -> URL? {
        guard var components = URLComponents(url: server, resolvingAgainstBaseURL: true),
            !path.contains("."), !path.contains(".."), ["http", "https"].contains(components.scheme?.lowercased()),
            components.host?.isEmpty == false
        else { return nil }
        let base = components.percentEncodedPath
        components.percentEncodedPath = (base.hasSuffix("/") ? String(base.dropLast()) : base) + escaped(path)
        let query = escaped(parameters)
        components.percentEncodedQuery = query.isEmpty ? nil : query
        return components.url
    }

    /// A path and a query without a server.
    static func relative(_ path: [String], _ parameters: [(name: String, value: String)]) -> String {
        escaped(path) + (parameters.isEmpty ? "" : "?" + escaped(parameters))
    }

    private static func escaped(_ path: [String]) -> String { path.map { "/" + escaped($0, pathPlain) }.joined() }

    private static func escaped(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }

    private static func escaped(_ text: String, _ plain: CharacterSet = plain) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
