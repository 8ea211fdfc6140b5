import Publishing
import Synchronization

/// A cache of stored trees and block versions, which never change, and of the ids of pages.
///
/// SQLite may reuse the id of a deleted tree. The trees are therefore dropped when some are deleted and when another
/// program has changed the file. The id of a release is never reused, so it always identifies the live tree. A promoted
/// PostgreSQL server may reuse any id of a change that it has not received; the whole cache is dropped then.
final class PageMemory: Sendable {
    private struct State {
        var pages: [String: Int64] = [:]
        /// A tree entry takes a few hundred bytes, a block a few times its length.
        var trees = RecentlyUsed<Int64, PageTree>(maximum: 20_000)
        var blocks = RecentlyUsed<BlockVersionID, BlockResource>(maximum: 512 << 10)
        /// The last known live release and its tree, by page id.
        var live: [Int64: (release: Int64, tree: PageTree)] = [:]
        /// Increases whenever trees are dropped.
        var generation = 0
        var idReuseVersion: Int64?

        mutating func forgetTrees() {
            trees.removeAll()
            generation += 1
        }
    }

    private let state = Mutex(State())

    private static let maximumPages = 10_000
    private static let maximumLivePages = 32

    // MARK: Pages

    /// The id that a page had when it was last read. It may have changed since.
    func page(_ slug: String) -> Int64? { state.withLock { $0.pages[slug] } }

    func note(_ page: PageRow) {
        state.withLock { state in
            if state.pages.count >= Self.maximumPages { state.pages = [:] }
            state.pages[page.slug] = page.id
        }
    }

    // MARK: Trees and blocks

    /// The current generation, for ``add(_:generation:)``.
    var generation: Int { state.withLock { $0.generation } }

    /// Begins a transaction that uses the cache. On SQLite, it must be a write transaction, which no other one
    /// interrupts.
    ///
    /// - Returns: the current generation.
    func begin(_ database: any SQLTransaction) throws -> Int {
        let version = try database.idReuseVersion()
        return state.withLock { state in
            if state.idReuseVersion != version {
                let generation = state.generation + 1
                state = State(generation: generation, idReuseVersion: version)
            }
            return state.generation
        }
    }

    /// Drops all trees, because some were deleted.
    func forgetTrees() { state.withLock { $0.forgetTrees() } }

    func trees(_ ids: Set<Int64>, generation: Int) -> [Int64: PageTree] {
        state.withLock { state in
            generation == state.generation ? ids.reduce(into: [:]) { $0[$1] = state.trees[$1] } : [:]
        }
    }

    /// The tree of the revision that a release made live.
    func liveTree(of page: PageRow, release: Int64?, generation: Int) -> PageTree? {
        state.withLock { state in
            guard generation == state.generation else { return nil }
            return state.live[page.id].flatMap { $0.release == release ? $0.tree : nil }
        }
    }

    func blocks(_ ids: Set<BlockVersionID>, generation: Int) -> [BlockVersionID: BlockResource] {
        state.withLock { state in
            generation == state.generation ? ids.reduce(into: [:]) { $0[$1] = state.blocks[$1] } : [:]
        }
    }

    /// Adds stored content, once the transaction is committed.
    ///
    /// - Parameter generation: the generation when the transaction began. Content of an earlier one is ignored: it may
    ///   be deleted.
    func add(_ content: StoredContent, generation: Int) {
        state.withLock { state in
            guard generation == state.generation else { return }
            for (id, tree) in content.trees { state.trees.add(tree, for: id, size: tree.entries.count) }
            for (page, live) in content.live {
                if state.live[page] == nil, state.live.count >= Self.maximumLivePages { state.live = [:] }
                state.live[page] = live
            }
            for (id, (block, bytes)) in content.blocks { state.blocks.add(block, for: id, size: bytes) }
        }
    }
}

/// Trees and blocks that are stored in a database.
struct StoredContent: Sendable {
    var trees: [Int64: PageTree] = [:]
    /// The live release and its tree, by page id.
    var live: [Int64: (release: Int64, tree: PageTree)] = [:]
    /// Blocks with their stored lengths in bytes.
    var blocks: [BlockVersionID: (block: BlockResource, bytes: Int)] = [:]
}

/// Recently added or used values, up to a total size.
private struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    let maximum: Int
    /// Once these reach half of the maximum size, they replace the older ones.
    private var newer: [Key: (value: Value, size: Int)] = [:]
    private var older: [Key: (value: Value, size: Int)] = [:]
    private var size = 0

    init(maximum: Int) { self.maximum = maximum }

    subscript(key: Key) -> Value? {
        mutating get {
            if let known = newer[key] { return known.value }
            guard let known = older[key] else { return nil }
            add(known.value, for: key, size: known.size)
            return known.value
        }
    }

    mutating func add(_ value: Value, for key: Key, size own: Int) {
        guard newer[key] == nil else { return }
        if size + own > maximum / 2, !newer.isEmpty { (older, newer, size) = (newer, [:], 0) }
        newer[key] = (value, own)
        size += own
    }

    mutating func removeAll() { (newer, older, size) = ([:], [:], 0) }
}
