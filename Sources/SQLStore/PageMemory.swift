import Publishing
import Synchronization

/// Trees and block versions as they are stored, and the ids of pages: what never changes need not be read again.
///
/// SQLite may use the id of a deleted tree again. Therefore trees are forgotten where some are deleted, and where another
/// program has changed the file. The id of a release is never used again: it names the tree of what is live in any case.
final class PageMemory: Sendable {
    private struct State {
        var pages: [String: Int64] = [:]
        var trees: [Int64: PageTree] = [:]
        /// What was live last, by the id of the page.
        var live: [Int64: (release: Int64, tree: PageTree)] = [:]
        /// How many blocks all trees have.
        var entries = 0
        var blocks: [BlockVersionID: (block: BlockResource, bytes: Int)] = [:]
        var bytes = 0
        /// Rises whenever trees are forgotten.
        var generation = 0
        var foreignVersion: Int64?

        mutating func forgetTrees() {
            trees = [:]
            entries = 0
            generation += 1
        }

        /// Removes some, whichever they are, where there are too many.
        mutating func trim() {
            while entries > maximumEntries, let (id, tree) = trees.first {
                trees[id] = nil
                entries -= tree.entries.count
            }
            while bytes > maximumBytes, let (id, block) = blocks.first {
                blocks[id] = nil
                bytes -= block.bytes
            }
        }
    }

    private let state = Mutex(State())

    /// Each entry takes some hundred bytes, each block some times its length.
    private static let maximumEntries = 20_000
    private static let maximumBytes = 512 << 10
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

    /// Begins a use of trees in a transaction that no other one interrupts.
    ///
    /// - Returns: the generation.
    func begin(_ database: any SQLDatabase) throws -> Int {
        let version = try database.foreignVersion()
        return state.withLock { state in
            if state.foreignVersion != version {
                state.forgetTrees()
                state.foreignVersion = version
            }
            return state.generation
        }
    }

    /// Forgets all trees, since some are deleted.
    func forgetTrees() { state.withLock { $0.forgetTrees() } }

    func trees(_ ids: Set<Int64>) -> [Int64: PageTree] {
        state.withLock { state in ids.reduce(into: [:]) { $0[$1] = state.trees[$1] } }
    }

    /// The tree of the revision that a release has made live.
    func liveTree(of page: PageRow, release: Int64?) -> PageTree? {
        state.withLock { state in state.live[page.id].flatMap { $0.release == release ? $0.tree : nil } }
    }

    func blocks(_ ids: Set<BlockVersionID>) -> [BlockVersionID: BlockResource] {
        state.withLock { state in ids.reduce(into: [:]) { $0[$1] = state.blocks[$1]?.block } }
    }

    /// Adds what the database has and keeps: only once the transaction is committed.
    ///
    /// - Parameter generation: of when the transaction began; trees of an earlier one may be deleted by now. nil if it has
    ///   no trees.
    func add(_ content: StoredContent, generation: Int?) {
        state.withLock { state in
            if generation == state.generation {
                for (id, tree) in content.trees where state.trees[id] == nil {
                    state.trees[id] = tree
                    state.entries += tree.entries.count
                }
            }
            for (page, live) in content.live {
                if state.live[page] == nil, state.live.count >= Self.maximumLivePages { state.live = [:] }
                state.live[page] = live
            }
            for (id, block) in content.blocks where state.blocks[id] == nil {
                state.blocks[id] = block
                state.bytes += block.bytes
            }
            state.trim()
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
