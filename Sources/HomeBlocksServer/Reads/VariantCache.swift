import HomeBlocks
import NIOCore
import Publishing
import Synchronization

/// Limits the memory of the variants of all pages, because clients choose how they describe themselves. Above the
/// limit, the least recently used variants are evicted.
///
/// Variants are in a queue. When the turn of a variant comes that was used since it was queued, it is queued again
/// instead of being evicted. This way reads do not touch the queue, and the cost of an eviction is proportional to the
/// evicted variants.
final class VariantCache: Sendable {
    struct Metrics {
        var hits = 0
        var misses = 0
        var evictions = 0
        var bytes = 0
        var variants = 0
    }

    /// A variant with its key, and its page, which must remove the variant after an eviction.
    struct Entry {
        fileprivate let variant: ServedVariant
        fileprivate let key: AudienceKey
        fileprivate weak var page: ServedPage?
        fileprivate var bytes: Int
        /// The last use of the variant when it was queued.
        fileprivate var queuedAt: Instant
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        /// The ids of the variants in order of eviction. It may include ids of removed variants.
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

    /// Returns the id of a new variant.
    func newID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

    /// Adds a variant of a page.
    ///
    /// - Returns: the evicted variants, to pass to ``drop(_:)``.
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

    /// Notes that a variant grew, and evicts others above the limit.
    func grow(_ id: Int, by bytes: Int) {
        let evicted = state.withLock { state -> [Entry] in
            guard state.entries[id] != nil else { return [] }
            state.entries[id]?.bytes += bytes
            state.bytes += bytes
            return evict(&state, keeping: id)
        }
        Self.drop(evicted)
    }

    /// Removes evicted variants from their pages.
    static func drop(_ evicted: [Entry]) {
        for entry in evicted { entry.page?.drop(entry.key, entry.variant) }
    }

    /// Removes the variants of a page that is no longer served.
    func remove(_ variants: [ServedVariant]) {
        state.withLock { state in
            for variant in variants { state.bytes -= state.entries.removeValue(forKey: variant.id)?.bytes ?? 0 }
            if state.queue.count > 2 * state.entries.count + Self.smallQueue {
                let entries = state.entries
                state.queue.removeAll { entries[$0] == nil }
            }
        }
    }

    /// Shorter queues are not cleaned up.
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
