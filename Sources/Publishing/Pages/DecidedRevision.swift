/// What is live on a page after a change, as its transaction has decided it. With what readers had before, it makes what they
/// get now.
public struct DecidedRevision: Sendable {
    private let page: PageInfo
    private let revision: StoredRevision
    private let release: Int64
    /// nil if the change adds it, or has not needed it.
    private let tree: PageTree?
    private let nextRelease: Instant?

    /// - Parameters:
    ///   - trees: the trees that the database had.
    ///   - transaction: has made a change of what is live or planned, or of the draft only.
    public init?(_ transaction: PageTransaction, trees: [Int64: PageTree]) {
        guard let live = transaction.live, let release = live.release, !transaction.changesTakeovers else { return nil }
        page = transaction.page
        revision = live
        self.release = release
        tree = trees[live.treeID]
        nextRelease = transaction.pending.first?.record.at
    }

    public var slug: String { page.slug }

    /// The page as it is now; nil if it has to be loaded: where a known one has the same release or a later one, and
    /// something else planned, it is not known which of the two is newer.
    ///
    /// - Parameter known: what readers had, and still may get.
    public func page(after known: LivePage) -> LivePage? {
        guard known.own.page == page, let before = known.own.release, before <= release else { return nil }
        if before == release { return known.own.nextRelease == nextRelease ? known : nil }
        guard let tree else { return nil }
        return LivePage(
            own: LiveRevision(page: page, revision, tree, nextRelease: nextRelease, release: release),
            takeoverRevision: known.takeoverRevision, nextTakeover: known.nextTakeover, feeds: known.feeds)
    }

    /// The newer one of two; nil if that is not known.
    public func newer(than other: DecidedRevision) -> DecidedRevision? {
        release == other.release ? nil : release < other.release ? other : self
    }
}
