import Foundation
import Synchronization

/// Reads that were parsed before, by path and query. Apps of the same version and language send the same ones, and parsing
/// them takes longer than finding the response.
///
/// Clients choose what they send, so the number of kept reads is limited, and a read is kept only if it arrives twice
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

    private struct Place {
        var target: [UInt8] = []
        var parsed: Parsed?
        /// The hash of the last target that was not found here.
        var missed = 0
    }

    /// Longer targets are not kept.
    private static let maximumBytes = 512

    private let places: Mutex<[Place]>
    private let count: Int

    init(count: Int = 1024) {
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
            if places[index].target.withUnsafeBytes({ ASCII.isSame($0, target) }) {
                return (places[index].parsed, false)
            }
            defer { places[index].missed = hash }
            return (nil, places[index].missed == hash)
        }
        if let known { return known }
        let parsed = parse()
        if isRepeated, let parsed {
            places.withLock { $0[index] = Place(target: Array(target), parsed: parsed, missed: hash) }
        }
        return parsed
    }
}
