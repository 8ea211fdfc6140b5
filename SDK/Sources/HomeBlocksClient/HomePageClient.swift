public import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Fetches home pages and their parts from a server.
///
/// Requests have the `ETag` of the copy on disk, so that an unchanged page is not sent again. Identical concurrent
/// requests are sent once. A request is retried if the server fails or is busy, see ``ClientOptions``; if that does not
/// help, or there is no network, the copy on disk is returned, with ``Origin/stale(since:because:)`` as its
/// ``Loaded/origin``. A ``FetchPolicy`` changes that: with `cacheThenNetwork`, the copy is returned immediately, and
/// the server's response follows.
///
/// All methods throw ``HomePageError``: `refused` with the server's reasons, `unreadable` for an invalid response body,
/// `unreachable` or `timedOut` if there is no copy to return, `cancelled` if the calling task is cancelled.
public final class HomePageClient: Sendable {
    /// The server's base address.
    public let server: URL
    /// The reader and the app for which pages are requested.
    public let context: HomePageContext
    private let loader: CachingLoader
    let coalescer = RequestCoalescer()
    /// The session, if the client created it.
    private let ownSession: URLSession?

    /// - Parameters:
    ///   - server: the server's base address, such as `https://home.example.com`.
    ///   - context: the reader and the app for which pages are requested. When the reader signs in or out, create
    ///     another client.
    ///   - cache: stores responses; nil to store none. Clients may share a cache. Previews are not stored.
    ///   - bundle: responses that are bundled with the app, used if the cache has no copy.
    ///   - options: timeouts and retries.
    ///   - session: sends the requests. By default, the client creates its own session without a cache and cookies.
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
                    pause: { try await Pause.seconds($0) }, now: { Date() },
                    // A redirect must not send the link's secret to another server.
                    followsRedirects: context.preview == nil),
                cache: context.preview == nil ? cache : nil, bundle: context.preview == nil ? bundle : nil,
                fields: context.preview.map { ["HomeBlocks-Preview": $0.secret] } ?? [:]))
    }

    init(server: URL, context: HomePageContext, ownSession: URLSession? = nil, loader: CachingLoader) {
        self.ownSession = ownSession
        self.server = server
        self.context = context
        self.loader = loader
    }

    deinit { ownSession?.finishTasksAndInvalidate() }

    /// Resolves the URL of a picture or a link in a document. A path that begins with a slash is appended to the
    /// server's base address, like the paths of requests; any other relative URL is resolved against the base address.
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
            // Keeps the client alive: it invalidates its session when it is released, and using an invalidated session
            // traps.
            defer { withExtendedLifetime(self) {} }
            do throws(HomePageError) {
                let loaded = try await loader.response(to: request, at: url)
                return .success(Loaded(value: loaded.value, origin: loaded.origin))
            } catch {
                return .failure(error)
            }
        }
        let loaded = try outcome.get()
        guard let value = loaded.value as? Value else { throw .unreadable(JSONIssue("has an unexpected type")) }
        return Loaded(value: value, origin: loaded.origin)
    }

    /// Returns the complete URL of a request, with the client's context; nil if the server's address is invalid.
    public func url<Value: Sendable>(of request: HomePageRequest<Value>) -> URL? {
        let parameters = request.parameters + (request.dependsOnContext ? context.parameters : [])
        return RequestAddress.url(server, request.path, parameters)
    }
}

/// Builds URLs whose names and values are fully percent-encoded.
enum RequestAddress {
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    /// The colon in a card's id is not encoded (RFC 3986, section 3.3).
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

    /// Returns a path and a query without a server.
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
