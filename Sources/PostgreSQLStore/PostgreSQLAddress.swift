import CLibPQ
import Foundation

/// Where a database on PostgreSQL is and how it is reached: a URL as libpq reads it.
public struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    private let url: String

    /// How long a connection to one of several hosts may take to be made.
    static func hostTime(hosts: Int) -> Duration { hosts == 1 ? .seconds(3) : .milliseconds(1500) }

    /// How long it may take to find the host that takes changes.
    static func connectTime(hosts: Int) -> Duration { hostTime(hosts: hosts) * hosts }

    /// - Parameter url: such as `postgresql://user@host/database`, as libpq reads it.
    /// - Returns: nil if it names no database on PostgreSQL.
    public init?(_ url: String) {
        guard url.hasPrefix("postgresql://") || url.hasPrefix("postgres://") else { return nil }
        self.url = url
    }

    /// The address without the password and without its options, for messages and logs. A password with characters that do
    /// not belong into a URL is left out too: where it may be anywhere, nothing is shown.
    public var description: String {
        guard let start = url.range(of: "://")?.upperBound else { return "postgresql" }
        guard let at = url.lastIndex(of: "@"), at >= start else { return String(url.prefix { $0 != "?" }) }
        if let query = url.firstIndex(of: "?"), query < at { return "\(url[..<start])…" }
        let user = url[start..<at].prefix { !":/?@".contains($0) }
        return "\(url[..<start])\(user)\(url[at...].prefix { $0 != "?" })"
    }

    /// Checks that libpq reads the address as it was meant. What libpq says of one that it cannot read may contain the
    /// password.
    ///
    /// - Throws: ``PostgreSQLProblem/address(_:)``.
    func check(_ pq: libpq_functions) throws { _ = try options(pq) }

    /// What the address says, by the names that libpq has for it.
    private func options(_ pq: libpq_functions) throws -> [String: String] {
        guard let options = pq.parse_address(url, nil) else {
            throw PostgreSQLProblem.address("it is not a URL of the form postgresql://user@host/name?option=value")
        }
        defer { pq.free_address(options) }
        var values: [String: String] = [:]
        var option = options
        while let name = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: name)] = String(cString: value) }
            option += 1
        }
        // What stands before and after the user's @ is neither a host, a port nor a database.
        let places = ["host", "port", "dbname"].filter { values[$0]?.contains("@") == true }
        let isPort = (values["port"] ?? "").allSatisfy { $0.isNumber || $0 == "," }
        if !places.isEmpty, url.prefix(while: { $0 != "?" }).contains("@") {
            throw PostgreSQLProblem.address("a password must have @ as %40, : as %3A, / as %2F and ? as %3F")
        }
        guard isPort else { throw PostgreSQLProblem.address("its port is not a number") }
        return values
    }

    // MARK: Hosts

    /// How many hosts it names.
    func hostCount(_ pq: libpq_functions) throws -> Int { try hosts(pq).count }

    /// What makes libpq connect to one of the hosts only: it would wait for one that does not respond and try no other.
    private func hosts(_ pq: libpq_functions) throws -> [[(String, String)]] {
        let lists = try options(pq).filter { ["host", "hostaddr", "port"].contains($0.key) }
            .mapValues { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let count = max(lists["host"]?.count ?? 1, lists["hostaddr"]?.count ?? 1)
        guard count > 1 else { return [[]] }
        let defaultPort = ProcessInfo.processInfo.environment["PGPORT"] ?? "5432"
        return (0..<count).map { number in
            lists.compactMap { name, list in
                // One port is that of all hosts. An empty text would leave the list as it is.
                guard let value = list.count == 1 ? list[0] : list.dropFirst(number).first else { return nil }
                return (name, name == "port" && value.isEmpty ? defaultPort : value)
            }
        }
    }

    /// Tries the hosts one after the other.
    func connect<Connection>(
        _ pq: libpq_functions, until deadline: ContinuousClock.Instant,
        _ body: (_ host: Int, _ deadline: ContinuousClock.Instant) throws -> Connection
    ) throws -> Connection {
        let count = try hostCount(pq)
        for host in 0..<count - 1 {
            // The reason of the last one is reported.
            if let made = try? body(host, min(deadline, .now + Self.hostTime(hosts: count))) { return made }
        }
        return try body(count - 1, deadline)
    }

    /// Passes what libpq connects with to one of the hosts: its own settings, but for what a server must be and how long it may be silent.
    ///
    /// - Parameter host: which of several hosts is meant, from 0.
    func withParameters<Value>(
        host: Int, _ pq: libpq_functions,
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) throws -> Value {
        let parameters =
            [
                // Settings of the URL override those before it.
                ("application_name", "homeblocks"), ("target_session_attrs", "read-write"), ("keepalives_idle", "5"),
                ("keepalives_interval", "2"), ("keepalives_count", "3"), ("tcp_user_timeout", "10000"),
                ("connect_timeout", "3"), ("dbname", url), ("client_encoding", "UTF8"),
            ] + (try hosts(pq)[host])
        let (names, values) = (parameters.map { strdup($0.0) }, parameters.map { strdup($0.1) })
        defer { (names + values).forEach { free($0) } }
        return (names.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { names in
            (values.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { values in
                body(names.baseAddress.unsafelyUnwrapped, values.baseAddress.unsafelyUnwrapped)
            }
        }
    }
}
