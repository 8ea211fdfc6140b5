public import Observation

#if canImport(Combine)
    public import Combine
#endif

/// A list of parts, each filled by its own request. The parts stand where they were registered: a response that comes
/// late moves none of the others, and one that fails hides none.
///
/// Source: the class of the same name of a demonstration of many requests for one page. What belongs to which list
/// follows from who holds it: there is no register of all lists.
@MainActor public final class ListManager<Item: Sendable> {
    /// The parts, in display order.
    public private(set) var collections: [CollectionManager<Item>] {
        get { tracked.value }
        set { tracked.value = newValue }
    }
    let tracked = Tracked<[CollectionManager<Item>]>([])
    private var requests: [String: Task<Void, Never>] = [:]
    private var generations: [String: Int] = [:]
    private var latest = 0
    private let broadcast = Broadcast<[CollectionManager<Item>]>()

    /// A list without parts.
    public init() {}

    deinit {
        for request in requests.values { request.cancel() }
    }

    /// The parts, now and after each change.
    public func updates() -> AsyncStream<[CollectionManager<Item>]> { broadcast.stream(from: collections) }

    /// Adds parts at the end. One whose identifier already exists takes the place of its predecessor, whose request
    /// is cancelled and whose items stay until the new ones are there.
    public func register(_ parts: [CollectionManager<Item>]) {
        for var part in parts {
            stop(part.id)
            if let place = place(of: part.id) {
                part.keepItems(of: collections[place])
                collections[place] = part
            } else {
                collections.append(part)
            }
        }
        let identifiers = Set(parts.map(\.id))
        for part in collections where identifiers.contains(part.id) && part.startRequest { begin(part.id) }
        publish()
    }

    /// Makes some parts the whole list, in their order: as ``register(_:)`` does it, and without all others.
    package func replaceAll(by parts: [CollectionManager<Item>]) {
        let known = Dictionary(collections.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for identifier in known.keys { stop(identifier) }
        collections = parts.map { part in
            var part = part
            if let earlier = known[part.id] { part.keepItems(of: earlier) }
            return part
        }
        for part in parts where part.startRequest { begin(part.id) }
        publish()
    }

    /// Removes a part and cancels its request.
    public func remove(_ identifier: String) {
        stop(identifier)
        collections.removeAll { $0.id == identifier }
        publish()
    }

    /// Removes all parts and cancels their requests.
    public func removeAll() {
        for part in collections { stop(part.id) }
        collections = []
        publish()
    }

    /// Puts the parts in an order; those that it does not name keep theirs, at the end. Nothing is requested again.
    public func arrange(_ identifiers: [String]) {
        let ranks = Dictionary(identifiers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        collections = collections.enumerated().sorted { left, right in
            let ranks = (ranks[left.element.id] ?? .max, ranks[right.element.id] ?? .max)
            return ranks.0 == ranks.1 ? left.offset < right.offset : ranks.0 < ranks.1
        }.map(\.element)
        publish()
    }

    /// Makes the request of a part, again if need be. A response to an earlier request of it no longer counts.
    public func start(_ identifier: String) {
        begin(identifier)
        publish()
    }

    /// Makes the requests of all parts again. What is shown stays until the new items are there.
    public func refresh() {
        for part in collections { begin(part.id) }
        publish()
    }

    /// Waits until no request is under way, or the caller is cancelled.
    public func finish() async {
        for await parts in updates() where !parts.contains(where: \.isLoading) { return }
    }

    private func place(of identifier: String) -> Int? { collections.firstIndex { $0.id == identifier } }

    private func publish() { broadcast.send(collections) }

    private func stop(_ identifier: String) {
        requests.removeValue(forKey: identifier)?.cancel()
        generations[identifier] = nil
    }

    private func begin(_ identifier: String) {
        guard let place = place(of: identifier), let request = collections[place].request else { return }
        stop(identifier)
        latest += 1
        let generation = latest
        generations[identifier] = generation
        collections[place].state = .loading
        requests[identifier] = Task { [weak self] in
            let outcome: Result<[Item], any Error>
            do {
                outcome = .success(try await request())
            } catch {
                outcome = .failure(error)
            }
            self?.receive(outcome, for: identifier, generation)
        }
    }

    private func receive(_ outcome: Result<[Item], any Error>, for identifier: String, _ generation: Int) {
        guard generations[identifier] == generation, let place = place(of: identifier) else { return }
        requests[identifier] = nil
        switch outcome {
        case .success(let items):
            collections[place].items = items
            collections[place].isAnswered = true
            collections[place].state = .loaded
        case .failure(let error): collections[place].state = .failed(error)
        }
        publish()
    }
}

/// A list's parts may be read in a SwiftUI view: each change of ``collections`` draws the view again.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) extension ListManager: Observable {}

#if canImport(Combine)
    extension ListManager: ObservableObject {
        /// Sends before each change of ``collections``.
        nonisolated public var objectWillChange: ObservableObjectPublisher { tracked.publisher.objectWillChange }
    }
#endif
