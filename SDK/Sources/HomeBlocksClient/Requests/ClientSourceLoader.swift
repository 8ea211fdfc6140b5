public import Foundation
public import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads the content of sections from the app's own endpoints, for personal content that a HomeBlocks server does not
/// have. The document has the endpoint's URL (`Block.clientSource`) and a placeholder.
///
/// ```swift
/// let sources = ClientSourceLoader(hosts: ["api.example.com"]) { _ in
///     ["Authorization": "Bearer \(try await session.token())"]
/// }
/// let wallet = try await sources.block(filling: block)
/// ```
///
/// Requests only go to the hosts that the app lists, regardless of the document: the author of a page must not get the
/// credentials of its readers. Requests have no cookies and none of the parameters of ``HomePageContext``, and do not
/// follow redirects. Nothing is stored on disk.
public final class ClientSourceLoader: Sendable {
    private let hosts: Set<String>
    private let fields: @Sendable (URL) async throws -> [String: String]
    private let read: (@Sendable (Data) throws -> JSONObject)?
    private let http: RetryingHTTPClient
    private let session: URLSession

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - hosts: the hosts of the app's own endpoints, each as `host:port` unless the port is the default one.
    ///   - options: timeouts and retries; each load has its own deadline.
    ///   - headers: returns the header fields for a request to a URL, such as the reader's credentials. It is called
    ///     once for each load. If it throws, the load fails with ``HomePageError/unreachable(reason:code:)`` and the
    ///     code of `URLError.userAuthenticationRequired`.
    ///   - read: returns the section's members from a response body; by default those of its member `data`, as in
    ///     HomeBlocks' own responses.
    public init(
        hosts: Set<String>, options: ClientOptions = ClientOptions(),
        headers: @escaping @Sendable (URL) async throws -> [String: String] = { _ in [:] },
        read: (@Sendable (Data) throws -> JSONObject)? = nil
    ) {
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.read = read
        fields = headers
        session = URLSession(configuration: .private)
        http = RetryingHTTPClient(
            session: session, options: options,
            policy: RetryPolicy(options: options, jitter: { Double.random(in: 0...1) }),
            pause: { try await Pause.seconds($0) }, now: { Date() }, followsRedirects: false)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Returns a section with its own content instead of the placeholder. A section without an endpoint is returned
    /// unchanged, without a request.
    ///
    /// - Throws: ``HomePageError``: `address` for a host that the app does not list, `refused` with the status of an
    ///   unsuccessful response (including a redirect), `unreadable` for a body that is not valid content of a section,
    ///   `unreachable`, `timedOut`, and `cancelled` if the calling task is cancelled.
    public func block(filling block: Block) async throws(HomePageError) -> Block {
        guard let content = try await content(of: block) else { return block }
        do {
            return try block.filled(with: content)
        } catch {
            throw .unreadable(error)
        }
    }

    /// Returns the section's own content; nil if it has no endpoint.
    func content(of block: Block) async throws(HomePageError) -> JSONObject? {
        guard let address = block.clientSource else { return nil }
        guard isAllowed(address) else { throw .address(address.absoluteString) }
        let (fields, http) = (fields, http)
        let response = try await Deadline.run(seconds: http.options.deadline) { () async throws(HomePageError) in
            // Keeps the loader alive: it invalidates its session when it is released, and using an invalidated session
            // traps.
            defer { withExtendedLifetime(self) {} }
            return try await http.response(for: address, fields: try await Self.evaluate(fields, for: address))
        }
        guard case .body(let body, _) = response else { throw .unreadable(JSONIssue("is not an HTTP response")) }
        do {
            return try read?(body) ?? JSONEnvelope.content(body)
        } catch let issue as JSONIssue {
            throw .unreadable(issue)
        } catch {
            throw .unreadable(JSONIssue("cannot be read: \(error)"))
        }
    }

    private func isAllowed(_ address: URL) -> Bool {
        guard let host = address.host?.lowercased() else { return false }
        let standard = address.scheme?.lowercased() == "https" ? 443 : 80
        let port = address.port ?? standard
        return hosts.contains("\(host):\(port)") || port == standard && hosts.contains(host)
    }

    private static func evaluate(
        _ fields: @Sendable (URL) async throws -> [String: String], for address: URL
    ) async throws(HomePageError) -> [String: String] {
        do {
            return try await fields(address)
        } catch let error as HomePageError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .unreachable(
                reason: error.localizedDescription, code: URLError.userAuthenticationRequired.rawValue)
        }
    }
}
