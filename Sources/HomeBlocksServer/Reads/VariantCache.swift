import HomeBlocks
import Publishing
import Synchronization

/// Limits the memory of the variants of all pages. Clients choose what they say about themselves: beyond the limit, the
/// least recently used variants are evicted.
final class VariantCache: Sendable {
    struct Metrics {
        var hits = 0
        var misses = 0
        var evictions = 0
        var bytes = 0
        var variants = 0
    }

    private struct Entry {
        let variant: ServedVariant
        let key: AudienceKey
        weak var page: ServedPage?
        var bytes: Int
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var bytes = 0
        var evictions = 0
    }

    private let maxBytes: Int
    private let state = Mutex(State())
    private let hits = Atomic(0)
    private let misses = Atomic(0)
    private let lastID = Atomic(0)

    init(maxBytes: Int = 64 << 20) { self.maxBytes = maxBytes }

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
    func add(_ variant: ServedVariant, _ key: AudienceKey, of page: ServedPage) {
        state.withLock { state in
            state.entries[variant.id] = Entry(variant: variant, key: key, page: page, bytes: 0)
        }
        grow(variant.id, by: variant.weight)
    }

    /// Counts bytes that were added to a variant, and evicts others beyond the limit.
    func grow(_ id: Int, by bytes: Int) {
        let dropped = state.withLock { state -> [Entry] in
            guard state.entries[id] != nil else { return [] }
            state.entries[id]?.bytes += bytes
            state.bytes += bytes
            return evict(&state, keeping: id)
        }
        for entry in dropped { entry.page?.drop(entry.key, entry.variant) }
    }

    /// Stops counting the variants of a page that is not served any longer.
    func remove(_ variants: [ServedVariant]) {
        state.withLock { state in
            for variant in variants { state.bytes -= state.entries.removeValue(forKey: variant.id)?.bytes ?? 0 }
        }
    }

    private func evict(_ state: inout State, keeping id: Int) -> [Entry] {
        var dropped: [Entry] = []
        while state.bytes > maxBytes,
            let oldest = state.entries.lazy.filter({ $0.key != id }).min(by: {
                $0.value.variant.isOlder(than: $1.value.variant)
            })
        {
            state.entries[oldest.key] = nil
            state.bytes -= oldest.value.bytes
            state.evictions += 1
            dropped.append(oldest.value)
        }
        return dropped
    }
}
