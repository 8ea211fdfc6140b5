import Publishing
import Synchronization

/// Counts the documents that are read with preview links. Reads do not wait for the database: a link's count is written
/// in the background, at most once per second.
final class LinkUseCounter: Sendable {
    private let store: any PageStore
    /// The uses of each link that is being written, which the next write adds.
    private let waiting = Mutex<[Int64: Int]>([:])

    init(_ store: any PageStore) { self.store = store }

    func count(_ link: Int64) {
        let isBusy = waiting.withLock { waiting in
            let isBusy = waiting[link] != nil
            waiting[link, default: 0] += 1
            return isBusy
        }
        if !isBusy { Task { await write(link) } }
    }

    private func write(_ link: Int64) async {
        while let count = next(link) {
            // If the database is unavailable, these uses are not counted.
            try? await store.recordUses(count, ofLink: link)
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Returns the uses to write; nil if there are no more.
    private func next(_ link: Int64) -> Int? {
        waiting.withLock { waiting in
            guard let count = waiting[link], count > 0 else {
                waiting[link] = nil
                return nil
            }
            waiting[link] = 0
            return count
        }
    }
}
