public import Foundation
import HomeBlocks
public import HomeBlocksClient

/// Responses in memory that replace a server and a cache in an app's tests and previews.
///
/// ```swift
/// let pages = InMemoryHomePages()
/// await pages.setPage(RecordedPage.music.document, of: "music")
/// let model = await HomeViewModel(client: pages, page: "music")
/// await model.refresh()
/// ```
///
/// A request without a response fails with 404. Unlike a client with a cache, it does not store responses as copies and
/// does not limit the age of copies.
public actor InMemoryHomePages: HomePageFetching {
    private var responses: [String: Result<Data, HomePageError>] = [:]
    private var copies: [String: (body: Data, date: Date)] = [:]
    private var held: [Int: CheckedContinuation<Void, Never>] = [:]
    private var latest = 0
    private var isHolding = false

    /// The addresses of the requests so far, in order, such as `/homepage?page=music`. Reads of stored copies are not
    /// requests.
    public private(set) var requests: [String] = []

    /// Creates a server without responses and stored copies.
    public init() {}

    /// Creates a server with responses that were recorded with `homeblocks export --bundle`.
    public init(recorded bundle: BundledResponses) {
        for address in bundle.addresses {
            if let body = bundle.body(for: address) { responses[address] = .success(body) }
        }
    }

    // MARK: Responses

    /// Sets the body of the response to a request, such as `.menus("music")`.
    public func setResponse<Value: Sendable>(_ body: Data, to request: HomePageRequest<Value>) {
        responses[request.address] = .success(body)
    }

    /// Makes a request fail. A stored copy is used instead if the server is unreachable, is too slow, or responds with
    /// 408, 429 or a status of 500 or above. A 404 or 410 removes the copy.
    public func setFailure<Value: Sendable>(_ error: HomePageError, of request: HomePageRequest<Value>) {
        responses[request.address] = .failure(error)
    }

    /// Sets the responses to the requests for a page, its sections and its order. The page is also the response to a
    /// request for the first part without a limit.
    ///
    /// - Parameters:
    ///   - document: the body of `GET /homepage`.
    ///   - slug: the page; the server's default page if nil.
    /// - Throws: `JSONIssue` if the document is not a page.
    public func setPage(_ document: Data, of slug: String? = nil) throws {
        let page = try HomePageRequest.page(slug).decode(document)
        setResponse(document, to: .page(slug))
        setResponse(document, to: .part(of: slug))
        for block in page.data.blocks {
            setResponse(Self.envelope(.object(block.json)), to: .block(block.blockCode, of: slug))
        }
        let codes = page.data.blocks.map { JSONValue.string($0.blockCode) }
        setResponse(Self.envelope(["order": .array(codes)]), to: .sort(of: slug))
    }

    private static func envelope(_ data: JSONValue) -> Data {
        let envelope: JSONValue = ["code": JSONValue(200), "message": .string(""), "data": data]
        return Data(envelope.encoded)
    }

    // MARK: Stored copies

    /// Sets the stored copy of a response.
    ///
    /// - Parameters:
    ///   - body: the body of the response.
    ///   - date: when the server last confirmed it.
    ///   - request: the request, such as `.page("music")`.
    public func setStoredCopy<Value: Sendable>(_ body: Data, since date: Date, of request: HomePageRequest<Value>) {
        copies[request.address] = (body, date)
    }

    // MARK: Slow servers

    /// Holds back all responses until ``release()``, for tests of a screen while it waits.
    public func hold() { isHolding = true }

    /// Sends the held responses, and stops holding back others.
    public func release() {
        isHolding = false
        for continuation in held.values { continuation.resume() }
        held = [:]
    }

    /// Waits until ``release()`` is called, or the task is cancelled.
    private func waitForRelease() async {
        latest += 1
        let number = latest
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if isHolding, !Task.isCancelled { held[number] = continuation } else { continuation.resume() }
            }
        } onCancel: {
            Task { await self.endWait(number) }
        }
    }

    private func endWait(_ number: Int) { held.removeValue(forKey: number)?.resume() }

    // MARK: HomePageFetching

    public func storedCopy<Value: Sendable>(of request: HomePageRequest<Value>) async -> Loaded<Value>? {
        guard let copy = copies[request.address], let value = try? request.decode(copy.body) else { return nil }
        return Loaded(value: value, origin: .stored(since: copy.date))
    }

    public func response<Value: Sendable>(
        to request: HomePageRequest<Value>
    ) async throws(HomePageError) -> Loaded<Value> {
        requests.append(request.address)
        if isHolding { await waitForRelease() }
        if Task.isCancelled { throw .cancelled }
        do throws(HomePageError) {
            return Loaded(value: try value(of: request), origin: .server)
        } catch {
            if case .refused(let problem) = error, problem.isGone { copies[request.address] = nil }
            guard error.permitsStoredCopy, let copy = await storedCopy(of: request) else { throw error }
            return Loaded(value: copy.value, origin: .stale(since: copy.origin.staleSince ?? Date(), because: error))
        }
    }

    private func value<Value: Sendable>(of request: HomePageRequest<Value>) throws(HomePageError) -> Value {
        guard let response = responses[request.address] else {
            throw .refused(ProblemDetails(status: 404, detail: "There is no response to \(request.address)."))
        }
        let body = try response.get()
        do {
            return try request.decode(body)
        } catch {
            throw .unreadable(error)
        }
    }
}
