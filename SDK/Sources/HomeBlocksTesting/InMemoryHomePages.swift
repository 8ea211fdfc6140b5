public import Foundation
import HomeBlocks
public import HomeBlocksClient

/// Responses in memory, in place of a server and a cache: for the tests and the previews of an app.
///
/// ```swift
/// let pages = InMemoryHomePages()
/// await pages.setPage(RecordedPage.music.document, of: "music")
/// let model = await HomeViewModel(client: pages, page: "music")
/// await model.refresh()
/// ```
///
/// Whatever has no response is refused with 404. A response does not become a stored copy; otherwise a client with a
/// cache does the same, but for the age limit of its copies.
public actor InMemoryHomePages: HomePageFetching {
    private var responses: [String: Result<Data, HomePageError>] = [:]
    private var copies: [String: (body: Data, date: Date)] = [:]
    private var held: [Int: CheckedContinuation<Void, Never>] = [:]
    private var latest = 0
    private var isHolding = false

    /// The addresses of the requests so far, in order, such as `/homepage?page=music`. Stored copies need none.
    public private(set) var requests: [String] = []

    /// Makes a server without responses and without stored copies.
    public init() {}

    /// Makes a server whose responses were recorded with `homeblocks export --bundle`.
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

    /// Makes a request fail. A stored copy stands in where the server cannot be reached, is too slow, or refuses with
    /// 408, 429 or a status from 500. A refusal with 404 or 410 removes the copy.
    public func setFailure<Value: Sendable>(_ error: HomePageError, of request: HomePageRequest<Value>) {
        responses[request.address] = .failure(error)
    }

    /// Sets the response to the request of a page, and those to the requests of its sections and of its order. It is
    /// the response to the request of the first part, too, if that has no limit.
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
    ///   - date: when the server confirmed it last.
    ///   - request: the request, such as `.page("music")`.
    public func setStoredCopy<Value: Sendable>(_ body: Data, since date: Date, of request: HomePageRequest<Value>) {
        copies[request.address] = (body, date)
    }

    // MARK: Slow servers

    /// Holds all responses back from now on, until ``release()``: for tests of what is shown in the meantime.
    public func hold() { isHolding = true }

    /// Sends the responses that are held back, and does not hold others.
    public func release() {
        isHolding = false
        for continuation in held.values { continuation.resume() }
        held = [:]
    }

    /// Waits for ``release()``, or until the task is cancelled.
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
            if case .refused(let problem) = error, problem.saysGone { copies[request.address] = nil }
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
