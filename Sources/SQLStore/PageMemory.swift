import Publishing
import Synchronization

/// Trees and block versions as they are stored, and the ids of pages: what never changes need not be read again.
///
/// SQLite may use the id of a deleted tree again. Therefore trees are forgotten where some are deleted, and where another
/// program has changed the file. The id of a release is never used again: it names the tree of what is live in any case. A
/// PostgreSQL server that was promoted may give any id again that belongs to a change which it has not got; then all is
/// forgotten.
final class PageMemory: Sendable {
    private struct State {
        var pages: [String: Int64] = [:]
        /// Each entry of a tree takes some hundred bytes, each block some times its length.
        var trees = RecentlyUsed<Int64, PageTree>(maximum: 20_000)
        var blocks = RecentlyUsed<BlockVersionID, BlockResource>(maximum: 512 << 10)
        /// What was live last, by the id of the page.
        var live: [Int64: (release: Int64, tree: PageTree)] = [:]
        /// Rises whenever trees are forgotten.
        var generation = 0
        var foreignVersion: Int64?

        mutating func forgetTrees() {
            trees.removeAll()
            generation += 1
        }
    }

    private let state = Mutex(State())

    private static let maximumPages = 10_000
    private static let maximumLivePages = 32

    // MARK: Pages

    /// The id that a page had when it was read last. It may be another one by now.
    func page(_ slug: String) -> Int64? { state.withLock { $0.pages[slug] } }

    func note(_ page: PageRow) {
        state.withLock { state in
            if state.pages.count >= Self.maximumPages { state.pages = [:] }
            state.pages[page.slug] = page.id
        }
    }

    // MARK: Trees and blocks

    /// The generation now, for ``add(_:generation:)``.
    var generation: Int { state.withLock { $0.generation } }

    /// Begins a use of what is remembered. On SQLite that is for transactions that no other one interrupts.
    ///
    /// - Returns: the generation.
    func begin(_ database: any SQLTransaction) throws -> Int {
        let version = try database.foreignVersion()
        return state.withLock { state in
            if state.foreignVersion != version {
                let generation = state.generation + 1
                state = State(generation: generation, foreignVersion: version)
            }
            return state.generation
        }
    }

    /// Forgets all trees, since some are deleted.
    func forgetTrees() { state.withLock { $0.forgetTrees() } }

    func trees(_ ids: Set<Int64>, generation: Int) -> [Int64: PageTree] {
        state.withLock { state in
            generation == state.generation ? ids.reduce(into: [:]) { $0[$1] = state.trees[$1] } : [:]
        }
    }

    /// The tree of the revision that a release has made live.
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

    /// Adds what the database has and keeps: only once the transaction is committed.
    ///
    /// - Parameter generation: of when the transaction began. What belongs to an earlier one may be gone by now.
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

/// Trees and blocks that a database has.
struct StoredContent: Sendable {
    var trees: [Int64: PageTree] = [:]
    /// What is live, by the id of the page.
    var live: [Int64: (release: Int64, tree: PageTree)] = [:]
    /// Blocks with their lengths as they are stored.
    var blocks: [BlockVersionID: (block: BlockResource, bytes: Int)] = [:]
}

/// Values that were added or used lately, up to a size that all of them have together.
private struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    let maximum: Int
    /// When these have half of the size, they become the older ones, and the older ones go.
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
