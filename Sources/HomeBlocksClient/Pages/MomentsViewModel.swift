public import HomeBlocks

/// A page of moments, loaded part by part as the reader goes down.
@MainActor public final class MomentsViewModel {
    private let client: HomePageClient
    private let slug: String?
    private let limit: Int?
    private let broadcast = Broadcast<LoadState<[Moment]>>()
    private var latest = 0
    /// What the last load came to that was not cancelled.
    private var settled: LoadState<[Moment]> = .idle
    private var cursor: String?

    /// How far it is. The moments are in display order; no two have the same identity.
    public private(set) var state: LoadState<[Moment]> = .idle {
        didSet { broadcast.send(state) }
    }
    /// Whether there is more to load.
    public private(set) var hasMore = true
    /// The moments that cannot be shown, and why.
    public private(set) var faults: [SectionFault] = []

    /// - Parameters:
    ///   - page: the page; the server's default page if nil.
    ///   - limit: how many moments a part has at most; the server's choice if nil.
    public init(client: HomePageClient, page: String? = "moments", limit: Int? = nil) {
        self.client = client
        slug = page
        self.limit = limit
    }

    /// The state, now and after each change.
    public func states() -> AsyncStream<LoadState<[Moment]>> { broadcast.stream(from: state) }

    /// The moments that can be shown.
    public var moments: [Moment] { state.content ?? [] }

    /// Loads the first part. What comes replaces everything.
    public func refresh() async { await load(from: nil) }

    /// Loads the next part, if there is one and nothing is under way. What comes is added at the end.
    public func loadMore() async {
        guard hasMore, !state.isLoading else { return }
        await load(from: cursor)
    }

    private func load(from cursor: String?) async {
        latest += 1
        let number = latest
        state = .loading(last: settled.content)
        let (client, slug, limit) = (client, slug, limit)
        let part = await outcome { () async throws(HomePageError) in
            try await client.part(of: slug, from: cursor, limit: limit)
        }
        guard number == latest else { return }
        switch part {
        case .success(let part): add(part, to: cursor == nil ? [] : settled.content ?? [], isFirst: cursor == nil)
        case .failure(.cancelled): state = settled
        case .failure(let error): settle(.failed(error, last: settled.content))
        }
    }

    private func add(_ part: Loaded<HomePage>, to moments: [Moment], isFirst: Bool) {
        var (moments, known) = (moments, Set(moments.map(\.id)))
        faults = (isFirst ? [] : faults) + part.data.faults
        for block in part.data.blocks where known.insert(block.blockCode).inserted {
            do throws(SectionFault) {
                moments.append(try Moment(block))
            } catch {
                faults.append(error)
            }
        }
        hasMore = part.data.hasMore && part.data.cursor != nil && part.data.cursor != cursor
        cursor = part.data.cursor
        settle(.loaded(moments, part.origin))
    }

    private func settle(_ outcome: LoadState<[Moment]>) {
        settled = outcome
        state = outcome
    }
}
