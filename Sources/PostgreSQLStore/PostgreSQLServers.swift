import Foundation
import Synchronization

/// The servers of an address, one of which accepts writes at a time. A server that was replaced may not know it, so a
/// program never goes back to a server with a lower timeline than it has seen.
final class PostgreSQLServers: Sendable {
    let address: PostgreSQLAddress

    private struct State {
        /// The host that is tried first.
        var host = 0
        var highestTimeline = 0
        /// The number of lost connections: the server may have crashed and lost the last values of sequences.
        var losses = 0
    }

    private let state = Mutex(State())

    init(_ address: PostgreSQLAddress) { self.address = address }

    /// Connects to the first server that accepts writes, beginning with the last one that did.
    func connect(until deadline: ContinuousClock.Instant) throws -> PostgreSQLConnection {
        let count = try address.hostCount(LibPQ.load())
        let first = state.withLock { $0.host } % count
        let deadline = min(deadline, .now + PostgreSQLAddress.connectTime(hosts: count))
        var problem: any Error = PostgreSQLError.timedOut
        for host in (0..<count).map({ (first + $0) % count }) where ContinuousClock.now < deadline {
            do {
                return try connect(host, until: min(deadline, .now + PostgreSQLAddress.hostTime(hosts: count)))
            } catch {
                problem = error
            }
        }
        // The next call tries another server first.
        if count > 1 { state.withLock { $0.host = (first + 1) % count } }
        throw problem
    }

    func noteLoss() { state.withLock { $0.losses += 1 } }

    /// Makes the next connect try another server first: the current one may have been replaced without knowing it.
    func preferAnother() { state.withLock { $0.host += 1 } }

    var hasOthers: Bool { (try? address.hostCount(LibPQ.load())).map { $0 > 1 } ?? false }

    private func connect(_ host: Int, until deadline: ContinuousClock.Instant) throws -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(address, host: host, until: deadline)
        let timeline = try Self.timeline(of: connection, until: deadline)
        if let timeline, !note(timeline: timeline) {
            throw PostgreSQLError.lost("the server was replaced: its timeline is older than one seen before")
        }
        state.withLock { $0.host = host }
        connection.idVersion = { [weak self] in
            Int64(timeline ?? 0) << 32 + Int64(self?.state.withLock { $0.losses } ?? 0)
        }
        if let timeline { connection.isDeposed = { [weak self] in self?.isDeposed(timeline) ?? false } }
        return connection
    }

    /// Notes the timeline of a server.
    ///
    /// - Returns: false if a server with a higher timeline was seen.
    @discardableResult
    func note(timeline: Int) -> Bool {
        state.withLock { state in
            guard timeline >= state.highestTimeline else { return false }
            state.highestTimeline = timeline
            return true
        }
    }

    /// Whether a server with a timeline was replaced.
    private func isDeposed(_ timeline: Int) -> Bool { state.withLock { timeline < $0.highestTimeline } }

    /// The timeline of a server, which a promotion increases; nil if the server does not report it.
    private static func timeline(
        of connection: PostgreSQLConnection, until deadline: ContinuousClock.Instant
    ) throws -> Int? {
        do {
            // The name of a WAL segment begins with eight digits of the timeline.
            let row = try connection.run(
                "SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8)", until: deadline
            ).row(0)
            return Int(try row.text(0), radix: 16)
        } catch PostgreSQLError.server(let state, _) where !PostgreSQLError.server(state: state, message: "").isLost {
            // Some managed servers do not have this function.
            return nil
        }
    }
}
