import HomeBlocks

/// A change of one page as a value: the page's state, and the rows that the change adds and replaces. A decision is
/// made on a copy of the loaded content, without a database. If it needs more content, it throws ``ContentNeeds`` and
/// is repeated.
public struct PageTransaction: Sendable {
    public let page: PageInfo
    public let catalog: BlockTypeCatalog
    /// The author and the time of the change; the clock is read after locking the page.
    public let created: Authorship
    /// The current rights of the author.
    let rights: Rights
    /// The later of now and the last release that took effect when it was made.
    public let effective: Instant
    public private(set) var live: StoredRevision?
    public private(set) var draft: Draft?
    /// The planned releases, in the order in which they take effect.
    private(set) var pending: [PendingRelease]
    /// The added rows and the audit log's lines; ``finished()`` adds the releases and the draft.
    var writes = PageWrites()
    private(set) var content: LoadedContent
    private var newestRevision: Int
    private let nextRelease: Int64
    private let oldDraft: Draft?
    /// The people who changed the draft, with those of this change.
    private(set) var draftAuthors: Set<String>
    /// Who counts as the author of this change.
    let person: String
    /// The instant of the last release that is in effect.
    var lastEffective: Instant
    /// Whether a release takes effect that waited for an approval.
    var endsWait = false
    /// The block versions that the change has added, by hash.
    private var newVersions: [[UInt8]: BlockVersionID] = [:]
    private var lastID: Int64 = 0

    public init(_ loaded: LoadedPage, by actor: Actor, _ catalog: BlockTypeCatalog) {
        page = loaded.page
        self.catalog = catalog
        rights = actor.rights
        person = actor.person
        draftAuthors = loaded.draftAuthors
        created = Authorship(by: actor.name, at: loaded.now)
        effective = loaded.effective
        live = loaded.live
        lastEffective = loaded.lastEffective
        draft = loaded.draft
        oldDraft = loaded.draft
        pending = loaded.pending.map { PendingRelease(record: $0, stored: $0) }
        content = loaded.content
        newestRevision = loaded.newestRevision
        nextRelease = loaded.nextRelease
    }

    public var now: Instant { created.at }

    /// Whether the change creates, changes or cancels a takeover.
    var changesTakeovers: Bool { if case .none = writes.takeover { false } else { true } }

    /// The program itself as the author, which merges what is live into drafts.
    var program: Authorship { Authorship(by: Actor.program.name, at: now) }

    /// All writes: the changes of releases and of the draft, and the added rows.
    public func finished() -> PageWrites {
        var writes = writes
        for release in pending where release.isChanged { release.add(to: &writes) }
        if draft != oldDraft { writes.draft = draft.map { .put($0, authors: draftAuthors) } ?? .delete }
        if draft == nil, oldDraft != nil, page.review.isOn { writes.review = .delete }
        return writes
    }

    /// The trees that the change has added, by their negative ids.
    public var newTrees: [Int64: PageTree] { content.trees.filter { $0.key < 0 } }

    /// An id for an added row.
    private mutating func newID() -> Int64 {
        lastID -= 1
        return lastID
    }
}

// MARK: - Writes

extension PageTransaction {
    mutating func setDraft(_ new: Draft?) {
        draft = new
        if new == nil { draftAuthors = [] }
    }

    /// Notes who changed the draft.
    mutating func noteDraftAuthors(_ people: Set<String>) { draftAuthors.formUnion(people) }

    mutating func set(_ review: LoadedReview) { content.review = review }

    mutating func record(_ entry: AuditEntry) { writes.audit.append(entry) }

    mutating func add(_ order: OrderState) -> Int64 {
        let id = newID()
        writes.rows.append(.order(id: id, order))
        return id
    }

    mutating func add(_ revision: StoredRevision) {
        newestRevision = revision.number
        content.revisions[revision.number] = revision
        writes.rows.append(.revision(revision))
    }

    var nextRevision: Int { newestRevision + 1 }

    mutating func add(
        _ tree: PageTree, of parent: StoredRevision?, removing gone: Set<String>,
        adding added: [(code: String, entry: TreeEntry)]
    ) -> Int64 {
        let id = newID()
        content.trees[id] = tree
        writes.rows.append(
            .tree(
                NewTree(
                    id: id, parent: parent.map { ($0.treeID, $0.order.order) }, data: tree.data, gone: gone,
                    added: added)))
        return id
    }

    /// Adds a version of a block unless the change has already added an equal one.
    mutating func add(_ block: BlockResource, _ stored: EncodedBlock) -> BlockVersionID {
        if let version = newVersions[stored.hash] { return version }
        let id = BlockVersionID(newID())
        newVersions[stored.hash] = id
        content.blocks[id] = block
        content.hashes[id] = stored.hash
        writes.rows.append(
            .version(
                NewBlockVersion(
                    id: id, block: block, bytes: stored.bytes, hash: stored.hash, size: block.exportedSize)))
        return id
    }

    // MARK: Releases

    /// Makes a revision live now, but not before a release that has taken effect, even if the machine's clock was set
    /// back.
    mutating func release(_ revision: StoredRevision, message: String = "") -> ReleaseRecord {
        let record = newRelease(of: revision.number, on: nil, at: effective, message, isScheduled: false)
        live = revision.released(by: record.record)
        lastEffective = effective
        content.revisions[revision.number] = live
        return record
    }

    /// Plans that a revision becomes live at an instant.
    mutating func plan(
        _ revision: Int, on base: Int, at instant: Instant, message: String, authors: Set<String>
    ) -> ReleaseRecord {
        let record = newRelease(of: revision, on: base, at: instant, message, isScheduled: true, authors)
        insert(PendingRelease(record: record, stored: record))
        return record
    }

    /// Adds a release. A change makes at most one.
    private mutating func newRelease(
        of revision: Int, on base: Int?, at instant: Instant, _ message: String, isScheduled: Bool,
        _ authors: Set<String> = []
    ) -> ReleaseRecord {
        writes.released.append(
            NewRelease(
                record: nextRelease, origin: nil, revision: revision, base: base, at: instant, message: message,
                created: created, isScheduled: isScheduled, authors: authors))
        return ReleaseRecord(
            record: nextRelease, id: nextRelease, revision: revision, base: base, at: instant, message: message,
            created: created, isScheduled: isScheduled, cancelled: nil, authors: authors)
    }

    private mutating func insert(_ release: PendingRelease) {
        let place = pending.firstIndex {
            ($0.record.at, $0.record.id) > (release.record.at, release.record.id)
        }
        pending.insert(release, at: place ?? pending.endIndex)
    }

    /// Changes a planned release's revision and base, and optionally its time or message.
    @discardableResult
    mutating func supersede(
        _ id: Int64, with revision: Int, on base: Int?, at instant: Instant? = nil, message: String? = nil
    ) -> ReleaseRecord? {
        guard let index = pending.firstIndex(where: { $0.record.id == id }) else { return nil }
        var release = pending.remove(at: index)
        let old = release.record
        release.record = ReleaseRecord(
            record: old.record, id: old.id, revision: revision, base: base, at: instant ?? old.at,
            message: message ?? old.message, created: old.created, isScheduled: true, cancelled: nil,
            isHeld: old.isHeld, authors: old.authors)
        release.isChanged = true
        insert(release)
        return release.record
    }

    /// Whether this change plans a release.
    func isNew(_ id: Int64) -> Bool { writes.released.contains { $0.record == id } }

    /// A release as this change leaves it.
    func present(_ release: ReleaseRecord) -> ReleaseRecord {
        pending.first { $0.record.id == release.id }?.record ?? release
    }

    /// Makes a planned release wait for an approval, or no longer.
    mutating func setHeld(_ isHeld: Bool, _ id: Int64) {
        guard let index = pending.firstIndex(where: { $0.record.id == id }) else { return }
        pending[index].record = pending[index].record.with(isHeld: isHeld)
        if let new = writes.released.firstIndex(where: { $0.record == id }) {
            writes.released[new].isHeld = isHeld
        } else {
            pending[index].isChanged = true
        }
    }

    /// Notes that the author of this change changed a planned release.
    mutating func noteAuthor(of id: Int64) {
        guard let index = pending.firstIndex(where: { $0.record.id == id }) else { return }
        let record = pending[index].record
        pending[index].record = record.with(authors: record.authors.union([person]))
        pending[index].isChanged = true
    }

    /// Cancels a planned release.
    mutating func cancel(_ release: ReleaseRecord) {
        take(release)
        writes.cancelled.append((release, isSuperseded: false))
    }

    /// Removes a planned release from the pending ones, to insert it again at another time.
    @discardableResult
    mutating func take(_ release: ReleaseRecord) -> PendingRelease? {
        pending.firstIndex { $0.record.id == release.id }.map { pending.remove(at: $0) }
    }

    /// Inserts a removed release again.
    mutating func put(_ release: PendingRelease, _ record: ReleaseRecord) {
        insert(PendingRelease(record: record, stored: release.stored, isChanged: true))
    }
}
