import Foundation
import Publishing
import SQLStore
import Synchronization

/// Makes this program a node of its database: detects lines that others add to the audit log, and confirms the node's
/// lease. A notification ends its wait early; the log is read at least four times a second.
final class ChangeListener: Sendable {
    static let channel = "homeblocks"

    private static let pollInterval = Duration.milliseconds(250)
    /// A confirmation is due a second after the last one. The interval is a little shorter, so that an early poll
    /// counts too.
    private static let leaseInterval: Int64 = 900
    private static let time = Duration.seconds(2)
    /// The time in milliseconds for which a server may fail to confirm the lease before another one is tried.
    private static let patience: Int64 = 3000

    private let servers: PostgreSQLServers
    private let node: NodeState
    private let queue: ChangeQueue
    private let state = Mutex(State())

    private struct State {
        var thread: ThreadEnd?
        /// Transactions of this program whose lines have not been seen yet.
        var own: Set<String> = []
    }

    init(_ servers: PostgreSQLServers, _ node: NodeState) {
        self.servers = servers
        self.node = node
        queue = ChangeQueue(node)
    }

    // MARK: Own changes

    /// Notes that this program commits a transaction, for which it refreshes the caches itself.
    func willCommit(_ id: String) { state.withLock { if $0.thread != nil { $0.own.insert(id) } } }

    /// Notes that a transaction may have been committed without a refresh of the caches.
    func hasLost(_ id: String) {
        state.withLock { _ = $0.own.remove(id) }
        // Its line may already have been skipped as an own one.
        queue.add(.everything, since: .now)
    }

    /// Emits changes again for which the caches could not be refreshed. Until they are, the lease has expired.
    func retryRefresh(_ changes: ExternalChanges) {
        queue.add(changes, since: MonotonicInstant.now.adding(milliseconds: -NodeLease.lifetime))
    }

    /// Notes that a transaction was not committed.
    func hasNotCommitted(_ id: String) { state.withLock { _ = $0.own.remove(id) } }

    // MARK: Changes of other programs

    /// Emits the changes of other programs, and `.everything` after each connect.
    func changes(_ program: NodeProgram) -> AsyncStream<ExternalChanges> {
        let (queue, row) = (queue, NodeRow(node: node, program: program))
        let isFirst = state.withLock { state in
            if state.thread != nil { return false }
            state.thread = ThreadEnd()
            return true
        }
        if isFirst {
            let thread = Thread { [self] in run(row) }
            thread.name = "postgresql listener"
            thread.start()
        }
        return AsyncStream(unfolding: { await queue.next() }, onCancel: { queue.end() })
    }

    /// Stops the listener, and removes the node's row if the server responds.
    func close() {
        queue.end()
        state.withLock { $0.thread }?.endAndWait()
    }

    private func run(_ row: NodeRow) {
        guard let end = state.withLock({ $0.thread }) else { return }
        // The last instant at which the log had certainly been read.
        var read = MonotonicInstant.now
        var confirmed = read
        while !end.isRequested {
            // Reconnects after a lost connection.
            do { try listen(row, until: end, &read, &confirmed) } catch { node.setProblem("\(error)") }
            if !end.isRequested { Thread.sleep(forTimeInterval: Self.pollInterval / .seconds(1)) }
        }
        end.finish()
    }

    private func listen(
        _ row: NodeRow, until end: ThreadEnd, _ read: inout MonotonicInstant, _ confirmed: inout MonotonicInstant
    ) throws {
        // A server that was replaced may still accept connections, and wait for its standby forever.
        if Self.isOverdue(confirmed) { servers.preferAnother() }
        let connection = try servers.connect(until: .now + .seconds(10))
        _ = try connection.run(Self.settings, until: .now + Self.time)
        _ = try connection.run("LISTEN \(Self.channel)", until: .now + Self.time)
        state.withLock { $0.own = [] }
        let began = MonotonicInstant.now
        // Lines that are not followed get their ids in any order.
        var known = try connection.run(
            "SELECT coalesce(max(id), 0) FROM audit WHERE \(SQLDialect.followedLines)", until: .now + Self.time
        ).row(0).id(0)
        var lists: [String: Int64] = [:]
        queue.add(.everything, since: read)
        read = began
        var lastTry = MonotonicInstant(milliseconds: began.milliseconds - Self.leaseInterval)
        while !end.isRequested {
            let isLeaseDue = MonotonicInstant.now.milliseconds - lastTry.milliseconds >= Self.leaseInterval
            if isLeaseDue { lastTry = .now }
            if connection.isDeposed?() == true { throw PostgreSQLError.lost("the server was replaced by another one") }
            if try poll(isLeaseDue ? row : nil, connection, &known, &lists, &read) { confirmed = .now }
            if Self.isOverdue(confirmed), servers.hasOthers {
                throw PostgreSQLError.lost("the server does not confirm that this node knows all changes")
            }
            try connection.waitForNotification(until: .now + Self.pollInterval)
        }
        _ = try connection.run([row.removal], until: .now + Self.time)
    }

    /// A node must not wait long for its own row, which a lost connection may still have locked. A confirmation must
    /// survive a failure of the server.
    private static let settings = """
        SELECT set_config('lock_timeout', '1s', false), set_config('synchronous_commit', 'on', false)
        """

    private static func isOverdue(_ confirmed: MonotonicInstant) -> Bool {
        MonotonicInstant.now.milliseconds - confirmed.milliseconds >= patience
    }

    /// Reads the log, and confirms the lease if it is due.
    ///
    /// - Returns: whether it was confirmed.
    private func poll(
        _ row: NodeRow?, _ connection: PostgreSQLConnection, _ known: inout Int64, _ lists: inout [String: Int64],
        _ read: inout MonotonicInstant
    ) throws -> Bool {
        let began = MonotonicInstant.now
        let log = PostgreSQLMessage(Self.newLines, [.integer(known)])
        var confirmation: PostgreSQLResult?
        var lines: PostgreSQLResult
        do {
            let results = try connection.run(
                (row.map { [$0.confirmation(lastLine: known)] } ?? []) + [log], until: .now + Self.time)
            guard let last = results.last else { throw PostgreSQLError.lost("a statement has no result") }
            lines = last
            confirmation = row == nil ? nil : results.first
        } catch let error as PostgreSQLError where row != nil && !error.isLost {
            // The lease ages, but changes are still emitted.
            if case .server(PostgreSQLError.lockTimeout, _) = error {
                node.setProblem("the node's row is locked: a commit may be waiting for a standby")
            } else {
                node.setProblem("\(error)")
            }
            lines = try connection.run([log], until: .now + Self.time)[0]
        }
        let ended = MonotonicInstant.now
        if let changes = try foreignChanges(lines, &known, &lists) { queue.add(changes, since: read) }
        read = began
        guard let confirmation else { return false }
        let (time, nodes) = try NodeRow.read(confirmation)
        node.update { $0.confirm(NodeLease.RoundTrip(began: began, ended: ended, databaseTime: time)) }
        node.setPeers(nodes)
        return true
    }

    /// A query for the new lines of the log, and then for the versions of all feeds' lists, which add no lines when
    /// they change.
    private static let newLines = """
        SELECT id, action, page, CAST(commit_id AS text), 0 AS is_list FROM audit
        WHERE id > ?1 AND \(SQLDialect.followedLines)
        UNION ALL SELECT version, '', name, CAST(NULL AS text), 1 FROM feeds WHERE card_count IS NOT NULL
        ORDER BY is_list, id
        """

    /// Returns the changes of other programs in new lines of the log, and the feeds whose lists have changed; nil if
    /// there are none.
    private func foreignChanges(
        _ lines: PostgreSQLResult, _ known: inout Int64, _ lists: inout [String: Int64]
    ) throws -> ExternalChanges? {
        var changes: ExternalChanges?
        var versions: [String: Int64] = [:]
        defer { lists = versions }
        for row in (0..<lines.rowCount).map(lines.row) {
            if try row.bool(4) {
                let (name, version) = (try row.text(2), try row.id(0))
                versions[name] = version
                if lists[name] != version {
                    let change = ExternalChanges.pages([], feeds: [name])
                    changes?.formUnion(change)
                    changes = changes ?? change
                }
                continue
            }
            known = try row.id(0)
            if case .text(let commit) = row[3], state.withLock({ $0.own.contains(commit) }) { continue }
            var page: String?
            if case .text(let slug) = row[2] { page = slug }
            let change = ExternalChanges(action: try row.text(1), page: page)
            changes?.formUnion(change)
            changes = changes ?? change
        }
        forgetOwn(lines)
        return changes
    }

    /// Forgets own transactions whose lines were seen: all lines of a transaction become visible together.
    private func forgetOwn(_ lines: PostgreSQLResult) {
        let seen = (0..<lines.rowCount).compactMap { number -> String? in
            guard case .text(let commit) = lines.row(number)[3] else { return nil }
            return commit
        }
        if !seen.isEmpty { state.withLock { $0.own.subtract(seen) } }
    }
}

/// Lets another thread request the end of a thread and wait for it.
private final class ThreadEnd: @unchecked Sendable {
    /// Protects the other two properties.
    private let condition = NSCondition()
    private var isDue = false
    private var isReached = false

    var isRequested: Bool { condition.withLock { isDue } }

    func endAndWait() {
        condition.withLock {
            isDue = true
            // The wait is limited, because the server may not respond.
            let latest = Date(timeIntervalSinceNow: 2)
            while !isReached, condition.wait(until: latest) {}
        }
    }

    func finish() {
        condition.withLock {
            isReached = true
            condition.broadcast()
        }
    }
}
