import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import Publishing
import ServiceLifecycle

/// The stream of changes as server-sent events.
struct EventRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        routes.get("/api/events") { request, context in
            let operation = try await services.authorizeRead(request, context, on: .shared)
            guard let signals = services.feed.listen(as: operation.actor.credential) else { throw ProblemDetails.busy }
            let stream = EventStream(
                store: operation.store, people: services.people, signals: signals,
                known: request.headers[.lastEventID].flatMap(EventStream.lastKnown),
                rights: operation.rights,
                currentRights: { try? await services.authenticator.currentRights(of: request, context) })
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/event-stream", .cacheControl: "no-store",
                    // Prevents proxies from buffering events.
                    .accelBuffering: "no",
                ],
                body: ResponseBody { writer in
                    var writer: any ResponseBodyWriter = writer
                    try await stream.write(to: &writer)
                })
        }
    }
}

extension HTTPField.Name {
    fileprivate static let accelBuffering = HTTPField.Name("X-Accel-Buffering") ?? .eTag
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .eTag
}

/// Writes the changes of all pages to one client.
struct EventStream: Sendable {
    let store: any PageStore
    let people: PresenceRegistry
    let signals: AsyncStream<Void>
    /// The last event that the client has received; nil for none.
    let known: Int64?
    /// What the client may see at the start.
    let rights: Rights
    /// Returns what the client may see now; nil if the store is unavailable.
    let currentRights: @Sendable () async -> Rights?

    /// A client that missed more events reloads everything, which is faster.
    private static let maximumMissed = 500

    /// Parses `Last-Event-ID`; nil if it is not a number. A number that is too large counts as ahead of every database.
    static func lastKnown(_ header: String) -> Int64? {
        let digits = ASCII.trimmed(header.utf8)
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(Substring(digits)) ?? .max
    }

    func write(to writer: inout any ResponseBodyWriter) async throws {
        var last = try await store.lastEvent()
        try await writer.write(Self.event("hello", data: ["last": JSONValue(last)]))
        var rights = rights
        var lastComment = ContinuousClock.now
        if let known { last = try await catchUp(from: known, to: last, for: rights, &writer) }
        var shown: Set<Presence> = []
        try await writePeople(for: rights, unless: &shown, &writer)
        // The server waits for its responses when it stops, so the stream must end.
        for await _ in signals.cancelOnGracefulShutdown() {
            // If the store is unavailable, there is nothing new either.
            guard let current = await currentRights() else { continue }
            let isChanged = current != rights
            rights = current
            guard rights.role(on: .shared) > .nothing else {
                try await writer.write(Self.event("end", data: [:]))
                break
            }
            // Only a write detects that the client has disconnected. Someone with roles on single pages must not learn
            // from it that another page was changed.
            if rights.includeAllPages || lastComment.duration(to: .now) > .seconds(14) {
                try await writer.write(ByteBuffer(string: ": \n\n"))
                lastComment = .now
            }
            // Pages may have become visible or invisible.
            if isChanged { try await writer.write(Self.event("reset", data: ["last": JSONValue(last)], id: last)) }
            last = try await writeNews(after: last, for: rights, &writer)
            try await writePeople(for: rights, unless: &shown, &writer)
        }
        try await writer.finish(nil)
    }

    /// Writes the events after the known one, and returns the number of the last.
    private func writeNews(
        after known: Int64, for rights: Rights, _ writer: inout any ResponseBodyWriter
    ) async throws -> Int64 {
        var last = known
        while true {
            // If the store is unavailable, it is read again at the next signal.
            guard let news = try? await store.events(after: last, limit: Self.maximumMissed) else { return last }
            try await write(news.events, for: rights, &writer)
            last = news.last
            if news.events.count < Self.maximumMissed { return last }
        }
    }

    /// Writes who is viewing which page, unless the client already has this state.
    private func writePeople(
        for rights: Rights, unless shown: inout Set<Presence>, _ writer: inout any ResponseBodyWriter
    ) async throws {
        let people = await people.all().filter { rights.include($0.page) }
        guard Set(people) != shown else { return }
        shown = Set(people)
        try await writer.write(Self.event("presence", data: Presence.json(people)))
    }

    private func catchUp(
        from known: Int64, to last: Int64, for rights: Rights, _ writer: inout any ResponseBodyWriter
    ) async throws -> Int64 {
        // A client that is ahead of the database has seen another one, for example before a restore.
        let missed = try await known <= last ? store.events(after: known, limit: Self.maximumMissed) : nil
        guard let missed, missed.events.count < Self.maximumMissed else {
            try await writer.write(Self.event("reset", data: ["last": JSONValue(last)], id: last))
            return last
        }
        try await write(missed.events, for: rights, &writer)
        return missed.last
    }

    /// Writes the changes of pages that the client may know of.
    private func write(
        _ events: [PageEvent], for rights: Rights, _ writer: inout any ResponseBodyWriter
    ) async throws {
        for event in events where rights.include(event.page) { try await writer.write(Self.change(event)) }
    }

    private static func change(_ change: PageEvent) -> ByteBuffer {
        event("change", data: change.json, id: change.id)
    }

    private static func event(_ name: String, data: JSONValue, id: Int64? = nil) -> ByteBuffer {
        var buffer = ByteBuffer()
        if let id { buffer.writeString("id: \(id)\n") }
        buffer.writeString("event: \(name)\ndata: ")
        buffer.writeBytes(data.encoded)
        buffer.writeString("\n\n")
        return buffer
    }
}
