import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import Publishing
import ServiceLifecycle

/// The changes of all pages as server-sent events, for one who looks at them.
struct EventStream: Sendable {
    let store: any PageStore
    let signals: AsyncStream<Void>
    /// The last event that the reader knows; nil for none.
    let known: Int64?
    /// Whether who asked may still read.
    let isAllowed: @Sendable () async -> Bool

    /// Beyond that it is faster to load everything anew.
    private static let mostMissed = 500

    func write(to writer: inout any ResponseBodyWriter) async throws {
        var last = try await store.lastEvent()
        try await writer.write(Self.event("hello", data: ["last": JSONValue(last)]))
        if let known { last = try await catchUp(from: known, to: last, &writer) }
        // A server that stops waits for its answers.
        for await _ in signals.cancelOnGracefulShutdown() {
            guard await isAllowed() else {
                try await writer.write(Self.event("end", data: [:]))
                break
            }
            // A reader that has gone is only noticed by writing to it.
            try await writer.write(ByteBuffer(string: ": \n\n"))
            last = try await tell(after: last, &writer)
        }
        try await writer.finish(nil)
    }

    /// Writes what is new, and answers the number of the last of it.
    private func tell(after known: Int64, _ writer: inout any ResponseBodyWriter) async throws -> Int64 {
        var last = known
        while true {
            // A store that cannot be read now is asked again at the next signal.
            guard let news = try? await store.events(after: last, limit: Self.mostMissed) else { return last }
            for event in news.events { try await writer.write(Self.change(event)) }
            last = news.last
            if news.events.count < Self.mostMissed { return last }
        }
    }

    private func catchUp(
        from known: Int64, to last: Int64, _ writer: inout any ResponseBodyWriter
    ) async throws -> Int64 {
        let missed = try await store.events(after: known, limit: Self.mostMissed)
        // Who knows more than there is has seen another database, such as one of before a restore.
        guard known <= last, missed.events.count < Self.mostMissed else {
            try await writer.write(Self.event("reset", data: ["last": JSONValue(last)], id: last))
            return last
        }
        for event in missed.events { try await writer.write(Self.change(event)) }
        return missed.last
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
