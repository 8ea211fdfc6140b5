public import HomeBlocks

/// The mall home page: asks for the order first and then for each section by its own request. Sections are slotted into the order
/// as they arrive; one without data is not shown, and one that fails hides none of the others.
///
/// Source: an article on long home pages whose order the operators define.
@MainActor public final class MallViewModel {
    private let client: HomePageClient
    private let slug: String?
    private let broadcast = Broadcast<[MallGroup]>()
    private var latest = 0
    private static let requestsAtOnce = 6

    /// The sections that can be shown, in display order.
    public private(set) var listMs: [MallGroup] = []
    /// Which section stands where: the server's last answer, and until there is one the order that the app was built with.
    public private(set) var sortModel = SectionSort.mallDefault
    /// The sections that could not be read, and why.
    public private(set) var faults: [SectionFault] = []
    /// The sections that could not be loaded, and why; what was shown of them before still is. The order itself is under "".
    public private(set) var failures: [String: HomePageError] = [:]
    /// Whether requests are under way.
    public private(set) var isLoading = false

    /// - Parameter page: the page; the server's default page if nil.
    public init(client: HomePageClient, page: String? = "mall") {
        self.client = client
        slug = page
    }

    /// The sections, now and after each change.
    public func updates() -> AsyncStream<[MallGroup]> { broadcast.stream(from: listMs) }

    /// Loads the page, or loads it again. Of two loads at the same time the later one counts.
    public func refresh() async {
        latest += 1
        let number = latest
        isLoading = true
        let (client, slug) = (client, slug)
        let sort = await outcome { () async throws(HomePageError) in try await client.sort(of: slug) }
        guard number == latest else { return }
        (faults, failures) = ([], [:])
        switch sort {
        case .failure(.cancelled):
            isLoading = false
            return
        case .success(let sort): sortModel = sort.value
        case .failure(let error): failures[""] = error
        }
        arrange()
        await loadSections(number)
        if number == latest { isLoading = false }
    }

    /// Puts what is shown in the present order, without what the page no longer has.
    private func arrange() {
        let groups = listMs
        listMs = []
        for group in groups {
            guard let rank = sortModel[group.id] else { continue }
            MallGroup(id: group.id, content: group.content, sortIndex: rank).addTo(listMs: &listMs)
        }
        broadcast.send(listMs)
    }

    private func loadSections(_ number: Int) async {
        let (client, slug) = (client, slug)
        await withTaskGroup(of: (String, Result<Loaded<Block>, HomePageError>).self) { group in
            var codes = sortModel.order[...]
            @Sendable func request(_ code: String) async -> (String, Result<Loaded<Block>, HomePageError>) {
                (code, await outcome { () async throws(HomePageError) in try await client.block(code, of: slug) })
            }
            for code in codes.prefix(Self.requestsAtOnce) { group.addTask { await request(code) } }
            codes = codes.dropFirst(Self.requestsAtOnce)
            while let (code, outcome) = await group.next() {
                guard number == latest else {
                    group.cancelAll()
                    return
                }
                if let next = codes.popFirst() { group.addTask { await request(next) } }
                receive(outcome, of: code)
            }
        }
    }

    private func receive(_ outcome: Result<Loaded<Block>, HomePageError>, of code: String) {
        guard let rank = sortModel[code] else { return }
        switch outcome {
        case .success(let block):
            do throws(SectionFault) {
                try MallGroup(block.value, sortIndex: rank).addTo(listMs: &listMs)
            } catch {
                faults.append(error)
                listMs.removeAll { $0.id == code }
            }
        case .failure(let error) where error.isNotFound: listMs.removeAll { $0.id == code }
        case .failure(.cancelled): break
        case .failure(let error): failures[code] = error
        }
        broadcast.send(listMs)
    }
}
