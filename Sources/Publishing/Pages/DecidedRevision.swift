/// A page's live revision after a change, as decided by its transaction. Combined with the page that readers had
/// before, it yields the page that they get now, without reading the database.
public struct DecidedRevision: Sendable {
    private let page: PageInfo
    private let revision: StoredRevision
    private let release: Int64
    /// nil if the change adds the tree or did not load it.
    private let tree: PageTree?
    private let nextRelease: Instant?

    /// - Parameters:
    ///   - trees: the trees that the database had before.
    ///   - transaction: a transaction that changed what is live or planned, or only the draft.
    public init?(_ transaction: PageTransaction, trees: [Int64: PageTree]) {
        guard let live = transaction.live, let release = live.release, !transaction.changesTakeovers,
            !transaction.endsWait
        else { return nil }
        page = transaction.page
        revision = live
        self.release = release
        tree = trees[live.treeID]
        nextRelease = transaction.pending.first { !$0.record.isHeld }?.record.at
    }

    public var slug: String { page.slug }

    /// Returns the current page, or nil if it has to be loaded: a known page with a later release is newer, and of two
    /// with the same release and different plans, either may be the newer one.
    ///
    /// - Parameter known: the page that readers have got so far. It must still be valid.
    public func page(after known: LivePage) -> LivePage? {
        guard known.own.page == page, let before = known.own.release, before <= release else { return nil }
        if before == release {
            // A PostgreSQL server that was promoted may assign a release's id again.
            let isSame = known.own.identity == revision.identity(of: page) && known.own.nextRelease == nextRelease
            return isSame ? known : nil
        }
        guard let tree else { return nil }
        return LivePage(
            own: LiveRevision(page: page, revision, tree, nextRelease: nextRelease, release: release),
            takeoverRevision: known.takeoverRevision, nextTakeover: known.nextTakeover, feeds: known.feeds)
    }

    /// The newer of the two; nil if unknown.
    public func newer(than other: DecidedRevision) -> DecidedRevision? {
        release == other.release ? nil : release < other.release ? other : self
    }
}
