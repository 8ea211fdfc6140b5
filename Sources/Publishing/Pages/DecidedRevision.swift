/// What is live on a page after a change, as its transaction has decided it. With the page that readers had before, it gives
/// the page that they get now, without a read of the database.
public struct DecidedRevision: Sendable {
    private let page: PageInfo
    private let revision: StoredRevision
    private let release: Int64
    /// nil if the change adds the tree, or has not loaded it.
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

    /// The page as it is now, or nil if it has to be loaded: a known page with a later release is newer, and of two with the
    /// same release and different plans either one may be.
    ///
    /// - Parameter known: the page that readers get until now. It must still be valid.
    public func page(after known: LivePage) -> LivePage? {
        guard known.own.page == page, let before = known.own.release, before <= release else { return nil }
        if before == release {
            // A PostgreSQL server that was promoted may give the id of a release again.
            let isSame = known.own.identity == revision.identity(of: page) && known.own.nextRelease == nextRelease
            return isSame ? known : nil
        }
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
