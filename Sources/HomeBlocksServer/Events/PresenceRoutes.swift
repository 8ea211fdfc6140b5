import HomeBlocks
import Hummingbird
import Publishing
import Synchronization

/// The API for reporting who is viewing which page. Presence is kept in memory, or in a cluster in the shared database.
struct PresenceRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        routes.put("/api/pages/{page}/presence") { request, context in
            let operation = try await services.authorizeWrite(request, context, as: .viewer)
            let body = try await operation.json()
            _ = try services.changeContext(operation, body: body)
            let page = try await operation.store.page(try operation.page).page.slug
            let person = try Presence(page: page, of: operation.actor, json: body)
            if try await services.people.report(person) { services.feed.signal() }
            return services.respond(["id": .string(person.id), "seconds": JSONValue(Presence.interval)])
        }
    }
}

/// The people who are viewing pages now.
final class PresenceRegistry: Sendable {
    private struct Key: Hashable {
        let page: String
        let id: String
    }

    private struct Entry {
        let person: Presence
        let end: ContinuousClock.Instant
    }

    private let shared: (any SharedStore)?
    private let entries = Mutex<[Key: Entry]>([:])

    /// - Parameter shared: the store that all nodes share; nil for a single node.
    init(shared: (any SharedStore)?) { self.shared = shared }

    /// Records that someone is viewing a page.
    ///
    /// - Returns: whether the change is visible to others.
    func report(_ person: Presence) async throws(PublishingError) -> Bool {
        if let shared { return try await shared.report(person) }
        let now = ContinuousClock.now
        return entries.withLock { entries in
            entries = entries.filter { $0.value.end > now }
            let key = Key(page: person.page, id: person.id)
            guard entries[key] != nil || entries.count < Presence.maximumCount else { return false }
            let old = entries.updateValue(Entry(person: person, end: now + .seconds(Presence.lifetime)), forKey: key)
            return old?.person != person
        }
    }

    /// Returns all people; empty if the database is unavailable.
    func all() async -> [Presence] {
        if let shared { return (try? await shared.people()) ?? [] }
        let now = ContinuousClock.now
        return entries.withLock { $0.values.filter { $0.end > now }.map(\.person) }
    }
}
