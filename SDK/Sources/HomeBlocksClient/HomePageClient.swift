public import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Fetches home pages and their parts from a server.
///
/// Each answer is asked for with the validator of the copy on disk, so that what has not changed is not sent again. Equal requests
/// at the same time are one. When the server is at fault, the request is made again after a while; when it stays so or there is no
/// network, the copy on disk is the answer, and says so in its ``Loaded/origin``.
///
/// All methods throw ``HomePageError``: `refused` with the server's reasons, `unreadable` for an answer that is not what was asked
/// for, `unreachable` or `timedOut` without a copy to show, `cancelled` when the calling task is.
public final class HomePageClient: Sendable {
    /// The server's base address.
    public let server: URL
    /// For whom pages are asked for.
    public let context: HomePageContext
    private let transport: Transport
    let joiner = RequestJoiner()
    /// The session, if the client made it.
    private let ownSession: URLSession?

    /// - Parameters:
    ///   - server: the server's base address, such as `https://home.example.com`.
    ///   - context: for whom pages are asked for. When the reader signs in or out, make another client.
    ///   - cache: where answers are kept; nil to keep none. Clients may share one.
    ///   - options: how patient the client is.
    ///   - session: makes the requests; one of its own, without a cache and cookies, unless told.
    public convenience init(
        server: URL, context: HomePageContext = HomePageContext(), cache: ResponseCache? = nil,
        options: ClientOptions = ClientOptions(), session: URLSession? = nil
    ) {
        let ownSession = session == nil ? Self.session() : nil
        self.init(
            server: server, context: context, ownSession: ownSession,
            transport: Transport(
                exchange: Exchange(
                    session: session ?? ownSession ?? .shared, options: options,
                    rule: RetryRule(options: options, chance: { Double.random(in: 0...1) }),
                    pause: { try await Pause.seconds($0) }, now: { Date() }),
                cache: cache))
    }

    init(server: URL, context: HomePageContext, ownSession: URLSession? = nil, transport: Transport) {
        self.ownSession = ownSession
        self.server = server
        self.context = context
        self.transport = transport
    }

    deinit { ownSession?.finishTasksAndInvalidate() }

    private static func session() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        return URLSession(configuration: configuration)
    }

    /// The address of a picture or a link of a document. One that begins with a slash is below the server's base address, as
    /// requests are; any other that is relative is so to that.
    public func url(of address: String) -> URL? {
        guard address.hasPrefix("/"), !address.hasPrefix("//") else {
            return URL(string: address, relativeTo: server)?.absoluteURL
        }
        let base = server.absoluteString
        return URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + address)
    }

    func load<Value: Sendable>(
        _ path: [String], _ parameters: [(name: String, value: String)],
        _ decode: @escaping @Sendable (Data) throws(JSONFault) -> Value
    ) async throws(HomePageError) -> Loaded<Value> {
        guard let url = RequestAddress.url(server, path, parameters) else { throw .address(server.absoluteString) }
        let transport = transport
        let outcome = await joiner.outcome(of: "\(ObjectIdentifier(Value.self)) \(url.absoluteString)") {
            do throws(HomePageError) {
                let loaded = try await transport.load(url, decode)
                return .success(Loaded(value: loaded.value, origin: loaded.origin))
            } catch {
                return .failure(error)
            }
        }
        let loaded = try outcome.get()
        guard let value = loaded.value as? Value else { throw .unreadable(JSONFault("is something else")) }
        return Loaded(value: value, origin: loaded.origin)
    }
}
