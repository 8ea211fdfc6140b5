public import Observation

#if canImport(Combine)
    public import Combine
#endif

/// A list of parts, each loaded by its own request. The parts keep the order in which they were registered: a late
/// response does not move other parts, and a failure does not hide them.
///
/// Source: the class of the same name in a demo of a page with many requests. Here each list is owned by its screen,
/// and not found through a global registry.
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

    /// Creates a list without parts.
    public init() {}

    deinit {
        for request in requests.values { request.cancel() }
    }

    /// Returns a stream of the parts, now and after each change.
    public func updates() -> AsyncStream<[CollectionManager<Item>]> { broadcast.stream(from: collections) }

    /// Appends parts. A part with an existing identifier replaces its predecessor: the earlier request is cancelled,
    /// and the earlier items stay until the new ones arrive.
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

    /// Replaces the whole list. Existing parts are replaced as in ``register(_:)``; all others are removed.
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

    /// Reorders the parts. Parts that are not listed keep their order, at the end. Nothing is requested again.
    public func arrange(_ identifiers: [String]) {
        let ranks = Dictionary(identifiers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        collections = collections.enumerated().sorted { left, right in
            let ranks = (ranks[left.element.id] ?? .max, ranks[right.element.id] ?? .max)
            return ranks.0 == ranks.1 ? left.offset < right.offset : ranks.0 < ranks.1
        }.map(\.element)
        publish()
    }

    /// Starts the request of a part, or restarts it. A response to an earlier request of the part is discarded.
    public func start(_ identifier: String) {
        begin(identifier)
        publish()
    }

    /// Restarts the requests of all parts. Current items stay until the new ones arrive.
    public func refresh() {
        for part in collections { begin(part.id) }
        publish()
    }

    /// Waits until no request is in progress, or the caller is cancelled.
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
            collections[place].hasResponse = true
            collections[place].state = .loaded
        case .failure(let error): collections[place].state = .failed(error)
        }
        publish()
    }
}

/// A SwiftUI view may read the parts: each change of ``collections`` updates the view.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *) extension ListManager: Observable {}

#if canImport(Combine)
    extension ListManager: ObservableObject {
        /// Sends before each change of ``collections``.
        nonisolated public var objectWillChange: ObservableObjectPublisher { tracked.publisher.objectWillChange }
    }
#endif
