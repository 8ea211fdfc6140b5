import Foundation
import Publishing
import Synchronization

/// Finds out when other programs have added lines to the audit log. A notification ends its wait; the log itself is read
/// four times a second as well.
final class ChangeListener: Sendable {
    static let channel = "homeblocks"

    private static let pollInterval = Duration.milliseconds(250)
    private static let time = Duration.seconds(5)

    private let address: PostgreSQLAddress
    /// Lines of this program that have not been seen yet.
    private let own = Mutex<Set<Int64>>([])

    init(_ address: PostgreSQLAddress) { self.address = address }

    /// Notes lines that this program has added. They count as no change.
    func noteOwn(_ lines: [Int64]) { own.withLock { $0.formUnion(lines) } }

    /// Emits an element each time that there are new lines, and once it is connected. One element is enough, however many
    /// changes came meanwhile.
    func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let end = Flag()
            continuation.onTermination = { _ in end.set() }
            let thread = Thread { [self] in
                while !end.isSet {
                    // A lost connection is made anew. An element is emitted then, for what came meanwhile.
                    try? listen(until: end) { continuation.yield() }
                    if !end.isSet { Thread.sleep(forTimeInterval: Self.pollInterval / .seconds(1)) }
                }
                continuation.finish()
            }
            thread.name = "postgresql listener"
            thread.start()
        }
    }

    private func listen(until end: Flag, _ emit: () -> Void) throws {
        let connection = try PostgreSQLConnection(address, until: .now + PostgreSQLAddress.connectTime)
        _ = try connection.run("LISTEN \(Self.channel)", until: .now + Self.time)
        var known = try lastLine(connection)
        emit()
        while !end.isSet {
            let lines = try self.lines(after: known, connection)
            known = lines.last ?? known
            if hasForeign(lines) { emit() }
            try connection.waitForNotification(until: .now + Self.pollInterval)
        }
    }

    private func lastLine(_ connection: PostgreSQLConnection) throws -> Int64 {
        // Other lines get their ids in no order.
        try connection.run(
            "SELECT coalesce(max(id), 0) FROM audit WHERE \(Self.isFollowed)", until: .now + Self.time
        ).row(0).id(0)
    }

    private static let isFollowed = "outcome = 'done' AND action <> '\(AuditEntry.sessionBegin)'"

    private func lines(after known: Int64, _ connection: PostgreSQLConnection) throws -> [Int64] {
        let result = try connection.run(
            "SELECT id FROM audit WHERE id > ?1 AND \(Self.isFollowed) ORDER BY id", [.integer(known)],
            until: .now + Self.time)
        return try (0..<result.rowCount).map { try result.row($0).id(0) }
    }

    private func hasForeign(_ lines: [Int64]) -> Bool {
        guard let last = lines.last else { return false }
        return own.withLock { own in
            defer { own = own.filter { $0 > last } }
            return !own.isSuperset(of: lines)
        }
    }
}
