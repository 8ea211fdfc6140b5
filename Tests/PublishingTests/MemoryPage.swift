import HomeBlocks
import Testing

@testable import Publishing

/// A page whose rows are in memory: loads what decisions request, and writes their results.
struct MemoryPage {
    let page = PageInfo(slug: "p", title: "")
    let catalog: BlockTypeCatalog
    private(set) var revisions: [Int: StoredRevision] = [:]
    private(set) var draft: Draft?
    private var trees: [Int64: PageTree] = [:]
    private var blocks: [BlockVersionID: BlockResource] = [:]
    private var versions: [[UInt8]: BlockVersionID] = [:]
    private var releases: [ReleaseRecord] = []
    private var lastID: Int64 = 0
    private var lastRelease: Int64 = 0
    /// How often a decision requested more rows.
    private(set) var requests = 0

    init(_ catalog: BlockTypeCatalog) { self.catalog = catalog }

    // MARK: Loading

    private func loaded(at now: Instant) throws -> LoadedPage {
        let known = releases.filter { $0.cancelled == nil }.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
        let last = known.lastIndex { !$0.isScheduled } ?? 0
        return LoadedPage(
            page: page, at: now,
            releases: try known.dropFirst(last).map { ($0, try #require(revisions[$0.revision])) }, draft: draft,
            others: try draft.map { [try #require(revisions[$0.revision]), try #require(revisions[$0.base])] } ?? [],
            newestRevision: revisions.keys.max() ?? 0, nextRelease: lastRelease + 1)
    }

    private func load(_ needs: ContentNeeds, into content: inout LoadedContent) throws {
        for number in needs.revisions { content.revisions[number] = .some(revisions[number]) }
        for id in needs.trees { content.trees[id] = trees[id] }
        for id in needs.blocks { content.blocks[id] = blocks[id] }
        for id in needs.hashes { content.hashes[id] = versions.first { $0.value == id }?.key }
        for name in needs.feeds { content.feeds[name] = .some(nil) }
        for name in needs.audiences { content.audiences[name] = .some(nil) }
        for id in needs.pictures { content.pictures[id] = false }
        for id in needs.releases {
            let record = releases.last { $0.id == id }
            content.releases[id] = .some(record.map { PlannedRelease(record: $0, changed: nil) })
        }
    }

    // MARK: Changing

    /// Decides a change and writes it.
    mutating func change<Outcome>(
        at now: Instant, _ decide: (inout PageTransaction) throws -> Outcome
    ) throws -> Outcome {
        var loaded = try loaded(at: now)
        while true {
            var transaction = PageTransaction(loaded, by: Actor(credential: "c1", name: "Ada", role: .admin), catalog)
            do {
                let outcome = try decide(&transaction)
                try write(transaction.finished(), transaction)
                return outcome
            } catch let needs as ContentNeeds {
                requests += 1
                try load(needs, into: &loaded.content)
            }
        }
    }

    private mutating func newID() -> Int64 {
        lastID += 1
        return lastID
    }

    private mutating func write(_ writes: PageWrites, _ transaction: PageTransaction) throws {
        var (ids, own): ([Int64: Int64], [BlockVersionID: BlockVersionID]) = ([:], [:])
        for row in writes.rows {
            switch row {
            case .version(let version):
                let id = versions[version.hash] ?? BlockVersionID(newID())
                (versions[version.hash], blocks[id], own[version.id]) = (id, version.block, id)
            case .tree(let tree):
                ids[tree.id] = newID()
                let content = try #require(transaction.newTrees[tree.id])
                let parent = try tree.parent.map { try #require(trees[ids[$0.id] ?? $0.id]) }
                var entries = parent?.entries ?? [:]
                for code in tree.gone { entries[code] = nil }
                for (code, entry) in tree.added { entries[code] = entry }
                #expect(Set(entries.keys) == Set(content.entries.keys))
                trees[try #require(ids[tree.id])] = content.stored(as: [0: 1], own)
            case .order(let id, _): ids[id] = newID()
            case .revision(let revision):
                let stored = StoredRevision(
                    number: revision.number, parent: revision.parent,
                    orderID: ids[revision.orderID] ?? revision.orderID,
                    treeID: ids[revision.treeID] ?? revision.treeID, cause: revision.cause, message: revision.message,
                    order: revision.order, created: revision.created)
                #expect(revisions.updateValue(stored, forKey: stored.number) == nil)
                let tree = try #require(trees[stored.treeID])
                #expect(stored.order.order.sorted() == tree.entries.keys.sorted())
            }
        }
        for (release, _) in writes.cancelled {
            let index = try #require(releases.firstIndex { $0.record == release.record && $0.cancelled == nil })
            releases[index] = release.with(cancelled: transaction.created)
        }
        for release in writes.released {
            lastRelease = max(lastRelease + 1, release.record ?? 0)
            releases.append(
                ReleaseRecord(
                    record: lastRelease, id: release.origin ?? lastRelease, revision: release.revision,
                    base: release.base, at: release.at, message: release.message, created: release.created,
                    isScheduled: release.isScheduled, cancelled: nil, isHeld: release.isHeld,
                    authors: release.authors))
        }
        switch writes.draft {
        case .none: break
        case .put(let new, _): draft = new
        case .delete: draft = nil
        }
    }

    // MARK: What it has

    func content(_ number: Int) throws -> Page {
        let revision = try #require(revisions[number])
        let tree = try #require(trees[revision.treeID])
        return Page(
            order: revision.order.order, blocks: try tree.entries.mapValues { try #require(blocks[$0.version]) },
            data: tree.data)
    }

    func live(at now: Instant) throws -> Int { try #require(try loaded(at: now).live).number }

    func plans(at now: Instant) throws -> [ReleaseRecord] { try loaded(at: now).pending }
}

extension ReleaseRecord {
    fileprivate func with(cancelled: Authorship) -> ReleaseRecord {
        ReleaseRecord(
            record: record, id: id, revision: revision, base: base, at: at, message: message, created: created,
            isScheduled: isScheduled, cancelled: cancelled)
    }
}
