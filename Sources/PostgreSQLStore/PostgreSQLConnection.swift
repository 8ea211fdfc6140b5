import CLibPQ
import Foundation
import SQLStore

/// A statement with the values of its parameters.
struct PostgreSQLMessage {
    /// With the parameters ?1, ?2, …
    let sql: String
    let arguments: [SQLValue]

    init(_ sql: String, _ arguments: [SQLValue] = []) {
        self.sql = sql
        self.arguments = arguments
    }
}

/// A connection to a server. It is used on one thread at a time. Every call has a deadline. A call that misses it, or
/// that loses the server, leaves the connection unusable.
final class PostgreSQLConnection {
    private let pq: libpq_functions
    private let handle: OpaquePointer
    /// The names of the statements that the server has prepared.
    private var prepared: [String: String] = [:]
    private var lastName = 0
    private(set) var isUsable = true
    /// A number that changes when the server may reuse ids.
    var idVersion: (() -> Int64)?
    /// Whether the server was replaced. Calls that wait for it fail then.
    var isDeposed: (() -> Bool)?

    /// Connects to the first host of an address that accepts writes.
    ///
    /// - Parameter deadline: nil for the default time limit of an address with this number of hosts.
    convenience init(_ address: PostgreSQLAddress, until deadline: ContinuousClock.Instant? = nil) throws {
        let pq = try LibPQ.load()
        let deadline = try deadline ?? .now + PostgreSQLAddress.connectTime(hosts: address.hostCount(pq))
        self.init(try address.connect(pq, until: deadline) { try Self.connect(address, host: $0, pq, until: $1) }, pq)
    }

    /// Connects to one host of an address.
    convenience init(_ address: PostgreSQLAddress, host: Int, until deadline: ContinuousClock.Instant) throws {
        let pq = try LibPQ.load()
        self.init(try Self.connect(address, host: host, pq, until: deadline), pq)
    }

    private init(_ handle: OpaquePointer, _ pq: libpq_functions) {
        self.pq = pq
        self.handle = handle
        libpq_silence([pq], handle)
        _ = pq.set_nonblocking(handle, 1)
        _ = pq.enter_pipeline(handle)
    }

    deinit { pq.finish(handle) }

    private static func connect(
        _ address: PostgreSQLAddress, host: Int, _ pq: libpq_functions, until deadline: ContinuousClock.Instant
    ) throws -> OpaquePointer {
        guard let handle = try address.withParameters(host: host, pq, { pq.connect_start($0, $1, 1) }) else {
            throw PostgreSQLError.lost("out of memory for a connection")
        }
        var state = pq.status(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        do {
            while state == PGRES_POLLING_READING || state == PGRES_POLLING_WRITING {
                let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
                try Socket.wait(for: Int16(events), at: pq.socket(handle), until: deadline)
                state = pq.connect_poll(handle)
            }
            guard state == PGRES_POLLING_OK else { throw PostgreSQLError.lost(message(of: handle, pq)) }
        } catch {
            pq.finish(handle)
            throw error
        }
        return handle
    }

    /// The server's version, such as 150004.
    var serverVersion: Int { Int(pq.server_version(handle)) }

    /// The last error message of libpq, as one sentence without its full stop.
    private static func message(of handle: OpaquePointer, _ pq: libpq_functions) -> String {
        let text = pq.error_message(handle).map { String(cString: $0) } ?? ""
        let first = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "the connection was lost"
        return first.trimmingCharacters(in: CharacterSet(charactersIn: " .?"))
    }

    // MARK: Statements

    /// Sends statements together and waits for all results. If a statement fails, the following ones are not run.
    ///
    /// - Returns: one result per statement.
    func run(_ messages: [PostgreSQLMessage], until deadline: ContinuousClock.Instant) throws -> [PostgreSQLResult] {
        guard isUsable else { throw PostgreSQLError.lost("the connection was closed") }
        var steps: [Step] = []
        for message in messages {
            if prepared[message.sql] == nil {
                try prepare(message.sql)
                steps.append(.prepare(message.sql))
            }
            try send(message)
            steps.append(.execute)
        }
        guard pq.sync_pipeline(handle) == 1 else { throw close() }
        do {
            try flush(until: deadline)
            return try results(of: steps, until: deadline)
        } catch let error as PostgreSQLError {
            throw error.isLost ? close(error) : error
        }
    }

    func run(
        _ sql: String, _ arguments: [SQLValue] = [], until deadline: ContinuousClock.Instant
    ) throws -> PostgreSQLResult {
        let results = try run([PostgreSQLMessage(sql, arguments)], until: deadline)
        guard let result = results.last else { throw close() }
        return result
    }

    /// Runs a script of several statements.
    func run(script: String, until deadline: ContinuousClock.Instant) throws {
        guard pq.exit_pipeline(handle) == 1, pq.send_query(handle, script) == 1 else { throw close() }
        try flush(until: deadline)
        var failure: PostgreSQLError?
        while let result = try nextResult(until: deadline) { failure = failure ?? result.failure }
        guard pq.enter_pipeline(handle) == 1 else { throw close() }
        if let failure { throw failure }
    }

    /// A message to the server that has its own results.
    private enum Step {
        case prepare(String)
        case execute
    }

    private func prepare(_ sql: String) throws {
        lastName += 1
        let name = "s\(lastName)"
        guard pq.send_prepare(handle, name, PostgreSQLDialect.numbered(sql), 0, nil) == 1 else { throw close() }
        prepared[sql] = name
    }

    private func send(_ message: PostgreSQLMessage) throws {
        guard let name = prepared[message.sql] else { throw close() }
        let values = message.arguments.map(PostgreSQLArgument.init)
        let sent = PostgreSQLArgument.withPointers(to: values) { pointers in
            pq.send_prepared(
                handle, name, Int32(values.count), pointers, values.map { Int32($0.bytes?.count ?? 0) },
                values.map { $0.isBinary ? 1 : 0 }, 1)
        }
        guard sent == 1 else { throw close() }
    }

    private func results(
        of steps: [Step], until deadline: ContinuousClock.Instant
    ) throws -> [PostgreSQLResult] {
        var results: [PostgreSQLResult] = []
        var failure: PostgreSQLError?
        for step in steps {
            var last: PostgreSQLResult?
            while let result = try nextResult(until: deadline) {
                failure = failure ?? result.failure
                last = result
            }
            switch step {
            // After a failure, statements are not prepared either.
            case .prepare(let sql): if failure != nil { prepared[sql] = nil }
            case .execute: if let last { results.append(last) }
            }
        }
        guard let end = try nextResult(until: deadline), end.isEndOfPipeline else { throw close() }
        if let failure { throw failure }
        return results
    }

    private func nextResult(until deadline: ContinuousClock.Instant) throws -> PostgreSQLResult? {
        while pq.is_busy(handle) == 1 {
            try wait(for: Int16(POLLIN), until: deadline)
            guard pq.consume_input(handle) == 1 else { throw close() }
        }
        return pq.get_result(handle).map { PostgreSQLResult($0, pq) }
    }

    // MARK: Notifications

    /// Waits until another session notifies this one, or until the deadline.
    func waitForNotification(until deadline: ContinuousClock.Instant) throws {
        // A notification may have arrived with the results of a statement.
        if takeNotifications() { return }
        do { try wait(for: Int16(POLLIN), until: deadline) } catch PostgreSQLError.timedOut { return }
        guard pq.consume_input(handle) == 1 else { throw close() }
        _ = takeNotifications()
    }

    /// - Returns: whether there were any.
    private func takeNotifications() -> Bool {
        var isNotified = false
        while let notification = pq.notifies(handle) {
            isNotified = true
            pq.free_memory(notification)
        }
        return isNotified
    }

    // MARK: The socket

    private func flush(until deadline: ContinuousClock.Instant) throws {
        while true {
            switch pq.flush(handle) {
            case 0: return
            case 1:
                // The server may wait until its results are read.
                try wait(for: Int16(POLLIN | POLLOUT), until: deadline)
                guard pq.consume_input(handle) == 1 else { throw close() }
            default: throw close()
            }
        }
    }

    private func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws {
        guard let isDeposed else { return try Socket.wait(for: events, at: pq.socket(handle), until: deadline) }
        while true {
            do {
                let part = ContinuousClock.now + Self.waitPart
                return try Socket.wait(for: events, at: pq.socket(handle), until: min(part, deadline))
            } catch PostgreSQLError.timedOut where ContinuousClock.now < deadline {
                if isDeposed() { throw PostgreSQLError.lost("the server was replaced by another one") }
            }
        }
    }

    /// The interval at which a wait checks whether the server was replaced.
    private static let waitPart = Duration.milliseconds(250)

    /// Marks the connection as unusable.
    @discardableResult
    private func close(_ error: PostgreSQLError? = nil) -> PostgreSQLError {
        isUsable = false
        return error ?? .lost(Self.message(of: handle, pq))
    }
}
