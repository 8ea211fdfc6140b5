import HomeBlocks
import NIOCore
import Publishing
import Synchronization

/// Limits the memory of the variants of all pages. Clients choose what they say about themselves: beyond the limit, the
/// least recently used variants are evicted.
///
/// Variants are in a queue. One that was used since it entered the queue enters it again when its turn comes, so that a
/// read need not touch the queue, and an eviction costs what it evicts.
final class VariantCache: Sendable {
    struct Metrics {
        var hits = 0
        var misses = 0
        var evictions = 0
        var bytes = 0
        var variants = 0
    }

    /// A variant that was evicted, and its page, which has to drop it.
    struct Entry {
        fileprivate let variant: ServedVariant
        fileprivate let key: AudienceKey
        fileprivate weak var page: ServedPage?
        fileprivate var bytes: Int
        /// When it had been used last as it entered the queue.
        fileprivate var queuedAt: Instant
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        /// The ids of the variants, those that are evicted first at the start. It may have ids of variants that are gone.
        var queue = CircularBuffer<Int>()
        var bytes = 0
        var evictions = 0
    }

    private let maximumBytes: Int
    private let state = Mutex(State())
    private let hits = Atomic(0)
    private let misses = Atomic(0)
    private let lastID = Atomic(0)

    init(maximumBytes: Int = 24 << 20) { self.maximumBytes = maximumBytes }

    var metrics: Metrics {
        let hits = hits.load(ordering: .relaxed)
        let misses = misses.load(ordering: .relaxed)
        return state.withLock { state in
            Metrics(
                hits: hits, misses: misses, evictions: state.evictions, bytes: state.bytes,
                variants: state.entries.count)
        }
    }

    func countHit() { hits.add(1, ordering: .relaxed) }
    func countMiss() { misses.add(1, ordering: .relaxed) }

    /// The id of a new variant.
    func newID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

    /// Counts a variant of a page.
    ///
    /// - Returns: the variants that are evicted for it, for ``drop(_:)``.
    func add(_ variant: ServedVariant, _ key: AudienceKey, of page: ServedPage) -> [Entry] {
        let bytes = variant.weight
        return state.withLock { state in
            state.entries[variant.id] = Entry(
                variant: variant, key: key, page: page, bytes: bytes, queuedAt: variant.lastUse)
            state.queue.append(variant.id)
            state.bytes += bytes
            return evict(&state, keeping: variant.id)
        }
    }

    /// Counts bytes that were added to a variant, and evicts others beyond the limit.
    func grow(_ id: Int, by bytes: Int) {
        let evicted = state.withLock { state -> [Entry] in
            guard state.entries[id] != nil else { return [] }
            state.entries[id]?.bytes += bytes
            state.bytes += bytes
            return evict(&state, keeping: id)
        }
        Self.drop(evicted)
    }

    /// Makes the pages of evicted variants drop them.
    static func drop(_ evicted: [Entry]) {
        for entry in evicted { entry.page?.drop(entry.key, entry.variant) }
    }

    /// Stops counting the variants of a page that is not served any longer.
    func remove(_ variants: [ServedVariant]) {
        state.withLock { state in
            for variant in variants { state.bytes -= state.entries.removeValue(forKey: variant.id)?.bytes ?? 0 }
            if state.queue.count > 2 * state.entries.count + Self.smallQueue {
                let entries = state.entries
                state.queue.removeAll { entries[$0] == nil }
            }
        }
    }

    /// A queue of so few ids is left as it is.
    private static let smallQueue = 64

    private func evict(_ state: inout State, keeping id: Int) -> [Entry] {
        var evicted: [Entry] = []
        // Each variant is queued again at most once, however often it is used during the eviction.
        var turns = state.queue.count
        while state.bytes > maximumBytes, state.entries.count > 1, let first = state.queue.popFirst() {
            guard let entry = state.entries[first] else { continue }
            let lastUse = entry.variant.lastUse
            if first == id || (turns > 0 && entry.queuedAt < lastUse) {
                turns -= 1
                state.entries[first]?.queuedAt = lastUse
                state.queue.append(first)
                continue
            }
            state.entries[first] = nil
            state.bytes -= entry.bytes
            state.evictions += 1
            evicted.append(entry)
        }
        return evicted
    }
}
