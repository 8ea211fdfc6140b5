public import Foundation
public import HomeBlocks

/// The mall home page: loads the order first, then each section by a request of its own. Sections are inserted into the
/// order as they arrive; one without data is not shown, and one that fails hides none of the others. A section whose
/// content is at an endpoint of the app's own, such as the wallet, shows the document's placeholder first.
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

    /// What the page shows and what is known of its requests.
    struct Page {
        var listMs: [MallGroup] = []
        var sortModel = SectionSort.mallDefault
        /// The issues of each section's last response that could be loaded, by code.
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

    /// The section with a code, as it is shown now; nil if there is none.
    public func item(id: MallGroup.ID) -> MallGroup? { listMs.first { $0.id == id } }

    /// The order of the sections: the server's last response, or the order that the app was built with.
    public var sortModel: SectionSort { tracked.sortModel }
    /// The issues of sections and of cards that could not be read, in the order of the sections. Those of a section stay
    /// until another response for it arrives.
    public var issues: [SectionIssue] {
        let sort = sortModel
        return tracked.issues.sorted { (sort[$0.key] ?? 0) < (sort[$1.key] ?? 0) }.flatMap(\.value)
    }
    /// The errors of sections that could not be loaded, or whose own endpoint failed, by code; their last content stays
    /// shown.
    public var failures: [String: HomePageError] { tracked.failures }
    /// The error of the last request of the order, if it failed; the earlier order is still used.
    public var sortFailure: HomePageError? { tracked.sortFailure }
    /// The earliest date of a stored copy that is shown, instead of a response or until there is one; nil if there is
    /// none.
    public var staleSince: Date? {
        (listMs.map { tracked.staleSections[$0.id] } + [tracked.staleSort]).compactMap(\.self).min()
    }
    /// Whether requests are under way.
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
    ///   - sources: requests the endpoints of the app's own; if nil, such sections show their placeholders. When the reader
    ///     signs in or out, make another page.
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

    /// The sections, now and after each change. The begin and the end of loading are changes, too.
    public func updates() -> AsyncStream<[MallGroup]> { broadcast.stream(from: listMs) }

    /// Loads the page, or loads it again. Of two loads at the same time the later one counts.
    ///
    /// - Parameter policy: whether the server or the copy on disk is used, for the order and for each section. With
    ///   `cacheThenNetwork` a page that has nothing to show yet shows the stored copies at once; what fails leaves them.
    public func refresh(policy: FetchPolicy = .cacheThenNetwork) async {
        loads += 1
        defer { loads -= 1 }
        if policy == .cacheThenNetwork { await showStoredCopies() }
        let (client, slug) = (client, slug)
        let sort = await outcome { () async throws(HomePageError) in try await client.sort(of: slug, policy: policy) }
        // From here on this load counts, and not those that began before; one that was cancelled ends none of them.
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

    /// Sorts the shown sections by the present order, and removes those that are no longer in it.
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

    /// What a request came to.
    private enum Arrival: Sendable {
        case section(String, Result<Loaded<Block>, HomePageError>)
        /// The own content of a section, for its block of the document.
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

    /// A section of the document, with the content that its own endpoint had last.
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
                // The code of the request counts, whatever the response says.
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
