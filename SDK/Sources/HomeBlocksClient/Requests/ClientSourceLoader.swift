public import Foundation
public import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads the content of sections from the app's own endpoints: what is personal, and which a HomeBlocks server therefore
/// does not have. The document names an address (`Block.clientSource`) and has a placeholder.
///
/// ```swift
/// let sources = ClientSourceLoader(hosts: ["api.example.com"]) { _ in
///     ["Authorization": "Bearer \(try await session.token())"]
/// }
/// let wallet = try await sources.block(filling: block)
/// ```
///
/// Only the hosts that the app names are requested, whatever a document says: who writes the page must not get the
/// credentials of its readers. Requests have no cookies, none of the parameters of ``HomePageContext``, and follow no
/// redirect. Nothing is kept on disk.
public final class ClientSourceLoader: Sendable {
    private let hosts: Set<String>
    private let fields: @Sendable (URL) async throws -> [String: String]
    private let read: (@Sendable (Data) throws -> JSONObject)?
    private let http: RetryingHTTPClient
    private let session: URLSession

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - hosts: the hosts of the app's own endpoints, each with its port behind a colon unless that is the standard one.
    ///   - options: timeouts and retries; each load has its own deadline.
    ///   - headers: the header fields for a request to an address, such as the reader's credentials. It is called once for
    ///     each load. An error that it throws fails the load with ``HomePageError/unreachable(reason:code:)`` and the code
    ///     of `URLError.userAuthenticationRequired`.
    ///   - read: the section's members in a response body; by default those of its member `data`, as in HomeBlocks' own
    ///     responses.
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

    /// A section with its own content in place of the placeholder; one without an own endpoint as it is, without a
    /// request.
    ///
    /// - Throws: ``HomePageError``: `address` for a host that is not one of the app's, `refused` with the status of a
    ///   response that is none of success (a redirect is none), `unreadable` for a body that is no content of a section,
    ///   `unreachable`, `timedOut`, and `cancelled` when the calling task is.
    public func block(filling block: Block) async throws(HomePageError) -> Block {
        guard let content = try await content(of: block) else { return block }
        do {
            return try block.filled(with: content)
        } catch {
            throw .unreadable(error)
        }
    }

    /// The own content of a section; nil if it has no endpoint.
    func content(of block: Block) async throws(HomePageError) -> JSONObject? {
        guard let address = block.clientSource else { return nil }
        guard isAllowed(address) else { throw .address(address.absoluteString) }
        let (fields, http) = (fields, http)
        let response = try await Deadline.run(seconds: http.options.deadline) { () async throws(HomePageError) in
            // A session traps when it is used after the loader that is released has invalidated it.
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
