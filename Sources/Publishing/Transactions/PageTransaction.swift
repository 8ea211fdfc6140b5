import HomeBlocks

/// A change of one page as a value: what the page is, and what the change adds and replaces. A decision is made on a copy
/// of what was loaded, without a database. Where it needs more, it throws ``ContentNeeds`` and is made again.
public struct PageTransaction: Sendable {
    public let page: PageInfo
    public let catalog: BlockTypeCatalog
    /// Who makes the change, and when: the clock is read after the page was locked.
    public let created: Authorship
    /// The later of now and the last release that took effect when it was made.
    public let effective: Instant
    public private(set) var live: StoredRevision?
    public private(set) var draft: Draft?
    /// What is planned, in the order in which it takes effect.
    private(set) var pending: [PendingRelease]
    /// The rows that are added, and the audit log's lines; ``finished()`` has the releases and the draft too.
    var writes = PageWrites()

    private var content: LoadedContent
    private var newestRevision: Int
    private let nextRelease: Int64
    private let oldDraft: Draft?
    /// What the change has added, by its hash.
    private var newVersions: [[UInt8]: BlockVersionID] = [:]
    private var lastID: Int64 = 0

    public init(_ loaded: LoadedPage, by name: String, _ catalog: BlockTypeCatalog) {
        page = loaded.page
        self.catalog = catalog
        created = Authorship(by: name, at: loaded.now)
        effective = loaded.effective
        live = loaded.live
        draft = loaded.draft
        oldDraft = loaded.draft
        pending = loaded.pending.map { PendingRelease(record: $0, stored: $0) }
        content = loaded.content
        newestRevision = loaded.newestRevision
        nextRelease = loaded.nextRelease
    }

    public var now: Instant { created.at }

    /// The program itself, which brings drafts up to what is live.
    var program: Authorship { Authorship(by: Actor.program.name, at: now) }

    /// The changes of releases and of the draft, and the rows that were added.
    public func finished() -> PageWrites {
        var writes = writes
        for release in pending where release.isChanged { release.add(to: &writes) }
        if draft != oldDraft { writes.draft = draft.map { .put($0) } ?? .delete }
        return writes
    }

    /// The trees that the change has added, by their negative ids.
    public var newTrees: [Int64: PageTree] { content.trees.filter { $0.key < 0 } }

    /// An id for a row that is added.
    private mutating func newID() -> Int64 {
        lastID -= 1
        return lastID
    }
}

// MARK: - What is there

extension PageTransaction {
    public func requireLive() throws -> StoredRevision {
        guard let live else { throw PublishingError.nothingLive(on: page.slug) }
        return live
    }

    public func requireRevision(_ number: Int) throws -> StoredRevision {
        guard let known = content.revisions[number] else {
            var needs = ContentNeeds()
            needs.revisions = [number]
            throw needs
        }
        guard let known else { throw PublishingError.noRevision(number, of: page.slug) }
        return known
    }

    /// The revision that will be live at an instant, as planned now.
    func live(asOf instant: Instant, before id: Int64 = .max) throws -> StoredRevision? {
        let last = pending.last { ($0.record.at, $0.record.id) < (instant, id) }
        return try last.map { try requireRevision($0.record.revision) } ?? live
    }

    /// How many blocks a small tree has at most.
    private static let fewBlocks = 50

    func trees(_ revisions: [StoredRevision]) throws -> [PageTree] {
        var needs = ContentNeeds()
        let trees = revisions.compactMap { revision in
            let tree = content.trees[revision.treeID]
            if tree == nil {
                needs.trees.insert(revision.treeID)
                if revision.order.order.count <= Self.fewBlocks { needs.smallTrees.insert(revision.treeID) }
            }
            return tree
        }
        try needs.throwIfAny()
        return trees
    }

    func tree(_ revision: StoredRevision?) throws -> PageTree {
        try revision.map { try trees([$0])[0] } ?? PageTree()
    }

    /// Versions of blocks, in order.
    func blocks(_ versions: [BlockVersionID]) throws -> [BlockResource] {
        var needs = ContentNeeds()
        let blocks = versions.compactMap { version in
            let block = content.blocks[version]
            if block == nil { needs.blocks.insert(version) }
            return block
        }
        try needs.throwIfAny()
        return blocks
    }

    func block(_ code: String, in tree: PageTree) throws -> BlockState? {
        guard let entry = tree.entries[code] else { return nil }
        return BlockState(
            try blocks([entry.version])[0], revision: entry.since, changedBy: entry.changed.by,
            changedAt: entry.changed.at)
    }

    /// The content of a revision as a whole page.
    func document(of revision: StoredRevision) throws -> PageDocument {
        let tree = try self.tree(revision)
        let versions = revision.order.order.compactMap { tree.entries[$0]?.version }
        return PageDocument(data: tree.data, blocks: try blocks(versions))
    }

    /// The versions of a revision that may name an audience.
    func blocksNamingAudiences(in revision: StoredRevision) throws -> [BlockResource] {
        guard let versions = content.naming[revision.treeID] else {
            var needs = ContentNeeds()
            needs.naming = [revision.treeID]
            throw needs
        }
        return try blocks(versions)
    }

    /// The versions of a revision that mention a picture.
    func blocks(mentioning picture: String, in revision: StoredRevision) throws -> [BlockResource] {
        guard let versions = content.mentioning[revision.treeID] else {
            var needs = ContentNeeds()
            needs.mentioning = [revision.treeID]
            needs.picture = picture
            throw needs
        }
        return try blocks(versions)
    }

    /// The conditions of named audiences by name. They stay as they are while the page is locked.
    func conditions(of names: Set<String>) throws -> [String: Audience] {
        var needs = ContentNeeds()
        needs.audiences = names.filter { content.audiences[$0] == nil }
        try needs.throwIfAny()
        return names.reduce(into: [:]) { $0[$1] = content.audiences[$1] ?? nil }
    }

    /// The layouts of the feeds of some blocks.
    func feedLayouts(of blocks: [BlockResource]) throws -> [String: String] {
        var needs = ContentNeeds()
        let names = blocks.feeds
        needs.feeds = names.filter { content.feeds[$0] == nil }
        try needs.throwIfAny()
        return names.reduce(into: [:]) { $0[$1] = content.feeds[$1] ?? nil }
    }

    func knownPictures(_ ids: Set<String>) throws -> Set<String> {
        var needs = ContentNeeds()
        needs.pictures = ids.filter { content.pictures[$0] == nil }
        try needs.throwIfAny()
        return ids.filter { content.pictures[$0] == true }
    }

    func requireRelease(_ id: Int64) throws -> PlannedRelease {
        guard let known = content.releases[id] else {
            var needs = ContentNeeds()
            needs.releases = [id]
            throw needs
        }
        guard let known else { throw PublishingError.noRelease(id, of: page.slug) }
        return known
    }

    // MARK: Versions

    /// The hashes of versions, which tell whether two are equal.
    func hashes(_ versions: Set<BlockVersionID>) throws -> [BlockVersionID: [UInt8]] {
        var needs = ContentNeeds()
        var hashes: [BlockVersionID: [UInt8]] = [:]
        for version in versions {
            if let hash = content.hashes[version] {
                hashes[version] = hash
            } else if let block = content.blocks[version] {
                hashes[version] = Digest.sha256(JSONValue.object(block.json).encoded)
            } else {
                needs.hashes.insert(version)
            }
        }
        try needs.throwIfAny()
        return hashes
    }

    /// The pairs of versions that differ. One that the change adds may equal a stored one.
    func differing(
        _ pairs: [(code: String, old: BlockVersionID?, new: BlockVersionID?)]
    ) throws -> [(code: String, old: BlockVersionID?, new: BlockVersionID?)] {
        let different = pairs.filter { $0.old != $0.new }
        let unclear = different.filter { ($0.old?.number ?? 0) < 0 || ($0.new?.number ?? 0) < 0 }
            .filter { $0.old != nil && $0.new != nil }
        if unclear.isEmpty { return different }
        let hashes = try self.hashes(Set(unclear.flatMap { [$0.old, $0.new].compactMap(\.self) }))
        return different.filter { pair in
            guard let old = pair.old.flatMap({ hashes[$0] }), let new = pair.new.flatMap({ hashes[$0] }) else {
                return true
            }
            return old != new
        }
    }
}

// MARK: - What the change does

extension PageTransaction {
    mutating func setDraft(_ new: Draft?) { draft = new }

    mutating func record(_ entry: AuditEntry) { writes.audit.append(entry) }

    /// Adds an order.
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

    /// Adds a tree.
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

    /// Adds a version of a block, unless the change has added the same one before.
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

    /// Makes a revision live now: not before a release that has taken effect, even if the machine's clock was set back.
    mutating func release(_ revision: StoredRevision, message: String = "") -> ReleaseRecord {
        let record = newRelease(of: revision.number, on: nil, at: effective, message, isScheduled: false)
        live = revision.released(by: record.record)
        content.revisions[revision.number] = live
        return record
    }

    /// Plans that a revision is live from an instant on.
    mutating func plan(_ revision: Int, on base: Int, at instant: Instant, message: String) -> ReleaseRecord {
        let record = newRelease(of: revision, on: base, at: instant, message, isScheduled: true)
        insert(PendingRelease(record: record, stored: record))
        return record
    }

    /// Adds a release. A change makes one at most.
    private mutating func newRelease(
        of revision: Int, on base: Int?, at instant: Instant, _ message: String, isScheduled: Bool
    ) -> ReleaseRecord {
        writes.released.append(
            NewRelease(
                record: nextRelease, origin: nil, revision: revision, base: base, at: instant, message: message,
                created: created, isScheduled: isScheduled))
        return ReleaseRecord(
            record: nextRelease, id: nextRelease, revision: revision, base: base, at: instant, message: message,
            created: created, isScheduled: isScheduled, cancelled: nil)
    }

    private mutating func insert(_ release: PendingRelease) {
        let place = pending.firstIndex {
            ($0.record.at, $0.record.id) > (release.record.at, release.record.id)
        }
        pending.insert(release, at: place ?? pending.endIndex)
    }

    /// Gives a planned release another revision, or another time or message.
    @discardableResult
    mutating func supersede(
        _ id: Int64, with revision: Int, on base: Int?, at instant: Instant? = nil, message: String? = nil
    ) -> ReleaseRecord? {
        guard let index = pending.firstIndex(where: { $0.record.id == id }) else { return nil }
        var release = pending.remove(at: index)
        let old = release.record
        release.record = ReleaseRecord(
            record: old.record, id: old.id, revision: revision, base: base, at: instant ?? old.at,
            message: message ?? old.message, created: old.created, isScheduled: true, cancelled: nil)
        release.isChanged = true
        insert(release)
        return release.record
    }

    /// Cancels a planned release.
    mutating func cancel(_ release: ReleaseRecord) {
        take(release)
        writes.cancelled.append((release, isSuperseded: false))
    }

    /// Takes a planned release out of those that are pending, to put it back at another time.
    @discardableResult
    mutating func take(_ release: ReleaseRecord) -> PendingRelease? {
        pending.firstIndex { $0.record.id == release.id }.map { pending.remove(at: $0) }
    }

    /// Puts back what was taken out.
    mutating func put(_ release: PendingRelease, _ record: ReleaseRecord) {
        insert(PendingRelease(record: record, stored: release.stored, isChanged: true))
    }
}

/// A planned release with the record that the database has of it.
struct PendingRelease: Sendable {
    var record: ReleaseRecord
    let stored: ReleaseRecord
    /// Whether another record takes the place of the stored one.
    var isChanged = false

    func add(to writes: inout PageWrites) {
        writes.cancelled.append((stored, isSuperseded: true))
        writes.released.append(
            NewRelease(
                record: nil, origin: record.id, revision: record.revision, base: record.base, at: record.at,
                message: record.message, created: record.created, isScheduled: true))
    }
}

/// A block as it is stored.
struct EncodedBlock {
    let bytes: [UInt8]
    let hash: [UInt8]

    init(_ block: BlockResource) {
        bytes = JSONValue.object(block.json).encoded
        hash = Digest.sha256(bytes)
    }
}
