import Synchronization

/// Reads that were parsed before, by path and query. Apps of the same version and language send the same ones, and parsing
/// them takes longer than finding the response.
///
/// Clients choose what they send, so each place has at most two reads, and a read is kept only if it arrives twice
/// without another new one in between at its place. Thus reads that are sent once do not evict frequent ones.
final class ParsedReads: Sendable {
    /// A parsed read with its route.
    final class Parsed: Sendable {
        let route: ReadRoute
        let read: ReadRequest

        init(_ route: ReadRoute, _ read: ReadRequest) {
            self.route = route
            self.read = read
        }
    }

    private struct Kept {
        let target: [UInt8]
        let parsed: Parsed

        func isOf(_ target: ASCII.Bytes) -> Bool { self.target.withUnsafeBytes { ASCII.isSame($0, target) } }
    }

    private struct Place {
        /// The read that was used last.
        private var first: Kept?
        private var second: Kept?
        /// The hash of the last target that was not found here.
        var missed = 0

        /// Returns the read with a target; nil if it is not kept.
        mutating func find(_ target: ASCII.Bytes) -> Parsed? {
            if let first, first.isOf(target) { return first.parsed }
            guard let found = second, found.isOf(target) else { return nil }
            swap(&first, &second)
            return found.parsed
        }

        /// Keeps a read in place of the one that was not used last.
        mutating func keep(_ kept: Kept) {
            second = first
            first = kept
        }
    }

    /// Longer targets are not kept.
    private static let maximumBytes = 512

    private let places: Mutex<[Place]>
    private let count: Int

    init(count: Int = 512) {
        self.count = count
        places = Mutex(Array(repeating: Place(), count: count))
    }

    /// Returns the read with a target, the path and query of a request.
    ///
    /// - Parameter parse: parses the target; its result depends on nothing else.
    func read(_ target: ASCII.Bytes, parse: () -> Parsed?) -> Parsed? {
        guard target.count <= Self.maximumBytes else { return parse() }
        var hasher = Hasher()
        hasher.combine(bytes: target)
        let hash = hasher.finalize()
        let index = Int(UInt(bitPattern: hash) % UInt(count))
        let (known, isRepeated) = places.withLock { places -> (Parsed?, Bool) in
            if let known = places[index].find(target) { return (known, false) }
            defer { places[index].missed = hash }
            return (nil, places[index].missed == hash)
        }
        if let known { return known }
        guard let parsed = parse() else { return nil }
        if isRepeated {
            let kept = Kept(target: Array(target), parsed: parsed)
            places.withLock { places in
                // Another thread may have kept it.
                if places[index].find(target) == nil { places[index].keep(kept) }
            }
        }
        return parsed
    }
}
