public import Foundation
public import HomeBlocks

/// The mall home page: loads the order first, then each section with its own request. Sections are inserted at their
/// position as they arrive; a section without data is not shown, and a failed one does not affect the others. A section
/// whose content comes from an app's own endpoint, such as the wallet, first shows the document's placeholder.
///
/// Source: an article on long home pages whose order the operators define.
@MainActor public final class MallViewModel {
    private let client: any HomePageFetching
    private let slug: String?
    private let sources: ClientSourceLoader?
    private let layouts: OwnLayouts
    /// The last response of each section's own endpoint, by the section's code.
    private var ownContents: [String: (address: URL, content: JSONObject)] = [:]
    private let broadcast = Broadcast<[MallGroup]>()
    private var latest = 0
    private static let requestsAtOnce = 6

    let tracked = Tracked(Page())

    /// The page's sections and the state of its requests.
    struct Page {
        var listMs: [MallGroup] = []
        var sortModel = SectionSort.mallDefault
        /// The issues of each section's last response, by code.
        var issues: [String: [SectionIssue]] = [:]
        var failures: [String: HomePageError] = [:]
        var sortFailure: HomePageError?
        /// The dates of the sections whose last response was a copy on disk, by code.
        var staleSections: [String: Date] = [:]
        var staleSort: Date?
        var loads = 0
    }

    /// The sections that can be shown, in display order.
    public private(set) var listMs: [MallGroup] {
        get { tracked.listMs }
        set { tracked.listMs = newValue }
    }

    /// Returns the section with a code, as currently shown, or nil.
    public func item(id: MallGroup.ID) -> MallGroup? { listMs.first { $0.id == id } }

    /// The order of the sections: the server's last response, or the built-in order.
    public var sortModel: SectionSort { tracked.sortModel }
    /// The issues of sections and cards that could not be read, in the order of the sections. The issues of a section
    /// stay until its next response arrives.
    public var issues: [SectionIssue] {
        let sort = sortModel
        return tracked.issues.sorted { (sort[$0.key] ?? 0) < (sort[$1.key] ?? 0) }.flatMap(\.value)
    }
    /// The errors of sections that could not be loaded, or whose own endpoint failed, by code; their last content stays
    /// visible.
    public var failures: [String: HomePageError] { tracked.failures }
    /// The error of the last request for the order, if it failed; the previous order is still used.
    public var sortFailure: HomePageError? { tracked.sortFailure }
    /// The earliest date of the stored copies that are shown instead of a response or until it arrives; nil if there
    /// are none.
    public var staleSince: Date? {
        (listMs.map { tracked.staleSections[$0.id] } + [tracked.staleSort]).compactMap(\.self).min()
    }
    /// Whether requests are in progress.
    public var isLoading: Bool { loads > 0 }
    private var loads: Int {
        get { tracked.loads }
        set {
            let wasLoading = isLoading
            tracked.loads = newValue
            if isLoading != wasLoading { broadcast.send(listMs) }
        }
    }

    /// - Parameters:
    ///   - client: sends the requests.
    ///   - page: the page; the server's default page if nil.
    ///   - sources: loads the content of the app's own endpoints; if nil, those sections show their placeholders. When
    ///     the reader signs in or out, create another view model.
    ///   - layouts: the app's own layouts.
    public init(
        client: any HomePageFetching, page: String? = "mall", sources: ClientSourceLoader? = nil,
        layouts: OwnLayouts = .none
    ) {
        self.client = client
        slug = page
        self.sources = sources
        self.layouts = layouts
    }

    /// Returns a stream of the sections, now and after each change. The start and the end of loading also count as
    /// changes.
    public func updates() -> AsyncStream<[MallGroup]> { broadcast.stream(from: listMs) }

    /// Loads or reloads the page. If two loads overlap, the later one wins.
    ///
    /// - Parameter policy: whether to use the server's response or the copy on disk, for the order and for each
    ///   section. With `cacheThenNetwork` a page without content shows the stored copies immediately; they stay if
    ///   requests fail.
    public func refresh(policy: FetchPolicy = .cacheThenNetwork) async {
        loads += 1
        defer { loads -= 1 }
        if policy == .cacheThenNetwork { await showStoredCopies() }
        let (client, slug) = (client, slug)
        let sort = await outcome { () async throws(HomePageError) in try await client.sort(of: slug, policy: policy) }
        // From here on, this load replaces earlier ones; a cancelled load does not.
        if case .failure(.cancelled) = sort { return }
        latest += 1
        let number = latest
        (tracked.failures, tracked.sortFailure) = ([:], nil)
        switch sort {
        case .success(let sort):
            tracked.sortModel = sort.value
            tracked.staleSort = sort.origin.staleSince
        case .failure(let error): tracked.sortFailure = error
        }
        arrange()
        await loadSections(number, policy)
    }

    /// Shows the stored sections in their stored order, unless there are sections already.
    private func showStoredCopies() async {
        let number = latest
        guard listMs.isEmpty else { return }
        let sort = await client.storedCopy(of: .sort(of: slug))
        var blocks: [(code: String, block: Loaded<Block>)] = []
        for code in (sort?.value ?? sortModel).order {
            if let block = await client.storedCopy(of: .block(code, of: slug)) { blocks.append((code, block)) }
        }
        // Another load may have shown something in the meantime.
        guard number == latest, listMs.isEmpty, !blocks.isEmpty else { return }
        if let sort {
            tracked.sortModel = sort.value
            tracked.staleSort = sort.origin.staleSince
        }
        for (code, block) in blocks { receive(.success(block), of: code) }
    }

    /// Sorts the visible sections by the current order, and removes those that are no longer in it.
    private func arrange() {
        var sorted: [MallGroup] = []
        for group in listMs {
            guard let rank = sortModel[group.id] else { continue }
            MallGroup(id: group.id, content: group.content, sortIndex: rank).addTo(listMs: &sorted)
        }
        tracked.issues = tracked.issues.filter { sortModel[$0.key] != nil }
        ownContents = ownContents.filter { sortModel[$0.key] != nil }
        listMs = sorted
        broadcast.send(listMs)
    }

    private func loadSections(_ number: Int, _ policy: FetchPolicy) async {
        let (client, slug, sources) = (client, slug, sources)
        await withTaskGroup(of: Arrival.self) { group in
            var codes = sortModel.order[...]
            @Sendable func request(_ code: String) async -> Arrival {
                let block = await outcome { () async throws(HomePageError) in
                    try await client.block(code, of: slug, policy: policy)
                }
                return .section(code, block)
            }
            for code in codes.prefix(Self.requestsAtOnce) { group.addTask { await request(code) } }
            codes = codes.dropFirst(Self.requestsAtOnce)
            while let arrival = await group.next() {
                guard number == latest else {
                    group.cancelAll()
                    return
                }
                switch arrival {
                case .section(let code, let outcome):
                    if let next = codes.popFirst() { group.addTask { await request(next) } }
                    receive(outcome, of: code)
                    guard let sources, case .success(let block) = outcome, block.value.clientSource != nil else {
                        break
                    }
                    group.addTask {
                        .content(
                            code, block.value,
                            await HomeBlocksClient.outcome { () async throws(HomePageError) in
                                try await sources.content(of: block.value)
                            })
                    }
                case .content(let code, let block, let outcome): receive(outcome, of: code, block)
                }
            }
        }
    }

    /// The result of a request.
    private enum Arrival: Sendable {
        case section(String, Result<Loaded<Block>, HomePageError>)
        /// The content from a section's own endpoint, for its block of the document.
        case content(String, Block, Result<JSONObject?, HomePageError>)
    }

    private func receive(_ outcome: Result<JSONObject?, HomePageError>, of code: String, _ block: Block) {
        guard let rank = sortModel[code], let address = block.clientSource else { return }
        do {
            guard let content = try outcome.get() else { return }
            var issues: [SectionIssue] = []
            let own = try MallContent(try block.filled(with: content), layouts: layouts) { issues.append($0) }
            MallGroup(id: code, content: own, sortIndex: rank).addTo(listMs: &listMs)
            ownContents[code] = (address, content)
            tracked.issues[code] = issues
        } catch let issue as SectionIssue {
            tracked.failures[code] = .unreadable(issue.issue)
        } catch let issue as JSONIssue {
            tracked.failures[code] = .unreadable(issue)
        } catch let error as HomePageError {
            if error != .cancelled { tracked.failures[code] = error }
        } catch {}
        broadcast.send(listMs)
    }

    /// Returns a section of the document, with the last content of its own endpoint.
    private func filled(_ block: Block, code: String) -> Block {
        guard let own = ownContents[code], own.address == block.clientSource else { return block }
        return (try? block.filled(with: own.content)) ?? block
    }

    private func receive(_ outcome: Result<Loaded<Block>, HomePageError>, of code: String) {
        guard let rank = sortModel[code] else { return }
        switch outcome {
        case .success(let block):
            tracked.staleSections[code] = block.origin.staleSince
            var issues: [SectionIssue] = []
            do throws(SectionIssue) {
                // Uses the code of the request, not the one in the response.
                let content = try MallContent(filled(block.value, code: code), layouts: layouts) { issues.append($0) }
                MallGroup(id: code, content: content, sortIndex: rank).addTo(listMs: &listMs)
            } catch {
                issues = [error]
                listMs.removeAll { $0.id == code }
            }
            tracked.issues[code] = issues
        case .failure(let error) where error.isNotFound:
            tracked.issues[code] = nil
            listMs.removeAll { $0.id == code }
        case .failure(.cancelled): break
        case .failure(let error): tracked.failures[code] = error
        }
        broadcast.send(listMs)
    }
}
