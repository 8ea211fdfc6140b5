import Foundation
import Publishing
import SQLStore
import Synchronization

/// Keeps this program a node of its database: finds out when others have added lines to the audit log, and confirms the
/// node's lease. A notification ends its wait; the log itself is read four times a second as well.
final class ChangeListener: Sendable {
    static let channel = "homeblocks"

    private static let pollInterval = Duration.milliseconds(250)
    /// A confirmation is due a second after the last one; a poll that comes a little early must not wait for the next.
    private static let leaseInterval: Int64 = 900
    private static let time = Duration.seconds(2)
    /// For how many milliseconds a server may fail to confirm the lease until another one is tried.
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

    /// Notes that this program commits a transaction, which it publishes itself.
    func willCommit(_ id: String) { state.withLock { if $0.thread != nil { $0.own.insert(id) } } }

    /// Notes that a transaction may have been committed but is not published.
    func hasLost(_ id: String) {
        state.withLock { _ = $0.own.remove(id) }
        // Its line may have been passed as an own one already.
        queue.add(.everything, since: .now)
    }

    /// Emits changes again that could not be published. Until they are, the lease is over.
    func retryRefresh(_ changes: ExternalChanges) {
        queue.add(changes, since: MonotonicInstant.now.adding(milliseconds: -NodeLease.lifetime))
    }

    /// Notes that a transaction was not committed.
    func hasNotCommitted(_ id: String) { state.withLock { _ = $0.own.remove(id) } }

    // MARK: The changes of others

    /// Emits what others have changed, and everything each time that it has connected.
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

    /// Ends it, and removes the node's row if the server responds.
    func close() {
        queue.end()
        state.withLock { $0.thread }?.endAndWait()
    }

    private func run(_ row: NodeRow) {
        guard let end = state.withLock({ $0.thread }) else { return }
        // Until when it had certainly read the log.
        var read = MonotonicInstant.now
        var confirmed = read
        while !end.isRequested {
            // A lost connection is made anew.
            do { try listen(row, until: end, &read, &confirmed) } catch { node.setProblem("\(error)") }
            if !end.isRequested { Thread.sleep(forTimeInterval: Self.pollInterval / .seconds(1)) }
        }
        end.finish()
    }

    private func listen(
        _ row: NodeRow, until end: ThreadEnd, _ read: inout MonotonicInstant, _ confirmed: inout MonotonicInstant
    ) throws {
        // A server that was replaced may go on to take connections, and wait for its standby for ever.
        if Self.isOverdue(confirmed) { servers.preferAnother() }
        let connection = try servers.connect(until: .now + .seconds(10))
        _ = try connection.run(Self.settings, until: .now + Self.time)
        _ = try connection.run("LISTEN \(Self.channel)", until: .now + Self.time)
        state.withLock { $0.own = [] }
        let began = MonotonicInstant.now
        // Other lines get their ids in no order.
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
            if connection.isDeposed?() == true { throw PostgreSQLError.lost("another server has taken its place") }
            if try poll(isLeaseDue ? row : nil, connection, &known, &lists, &read) { confirmed = .now }
            if Self.isOverdue(confirmed), servers.hasOthers {
                throw PostgreSQLError.lost("the server does not confirm that this node knows all changes")
            }
            try connection.waitForNotification(until: .now + Self.pollInterval)
        }
        _ = try connection.run([row.removal], until: .now + Self.time)
    }

    /// A node never waits long for its own row, which a lost connection may still have locked, and a confirmation is worth
    /// nothing that a failure of the server could undo.
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
            // The lease gets old, but changes are still published.
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

    /// The new lines of the log, and behind them the versions of the lists of all feeds: these write no lines.
    private static let newLines = """
        SELECT id, action, page, CAST(commit_id AS text), 0 AS is_list FROM audit
        WHERE id > ?1 AND \(SQLDialect.followedLines)
        UNION ALL SELECT version, '', name, CAST(NULL AS text), 1 FROM feeds WHERE card_count IS NOT NULL
        ORDER BY is_list, id
        """

    /// What other programs have changed by some lines, and which lists of feeds are others than before; nil if there are no
    /// such lines and lists.
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

    /// Forgets own transactions whose lines were all seen: they become visible together.
    private func forgetOwn(_ lines: PostgreSQLResult) {
        let seen = (0..<lines.rowCount).compactMap { number -> String? in
            guard case .text(let commit) = lines.row(number)[3] else { return nil }
            return commit
        }
        if !seen.isEmpty { state.withLock { $0.own.subtract(seen) } }
    }
}

/// The end of a thread: another one requests it and waits for it.
private final class ThreadEnd: @unchecked Sendable {
    /// Guards the other two.
    private let condition = NSCondition()
    private var isDue = false
    private var isReached = false

    var isRequested: Bool { condition.withLock { isDue } }

    func endAndWait() {
        condition.withLock {
            isDue = true
            // A server that does not respond is not waited for.
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
