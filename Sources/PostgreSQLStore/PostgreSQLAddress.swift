import CLibPQ
import Foundation

/// The address of a PostgreSQL database: a URL in the format of libpq.
public struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    private let url: String

    /// The time limit for connecting to one of several hosts.
    static func hostTime(hosts: Int) -> Duration { hosts == 1 ? .seconds(3) : .milliseconds(1500) }

    /// The time limit for finding the host that accepts writes.
    static func connectTime(hosts: Int) -> Duration { hostTime(hosts: hosts) * hosts }

    /// - Parameter url: a URL in the format of libpq, such as `postgresql://user@host/database`.
    /// - Returns: nil if it is not a PostgreSQL URL.
    public init?(_ url: String) {
        guard url.hasPrefix("postgresql://") || url.hasPrefix("postgres://") else { return nil }
        self.url = url
    }

    /// The address without its password and options, for messages and logs. This also omits a password that is not
    /// properly escaped: if it may be anywhere, the rest of the address is left out.
    public var description: String {
        guard let start = url.range(of: "://")?.upperBound else { return "postgresql" }
        guard let at = url.lastIndex(of: "@"), at >= start else { return String(url.prefix { $0 != "?" }) }
        if let query = url.firstIndex(of: "?"), query < at { return "\(url[..<start])…" }
        let user = url[start..<at].prefix { !":/?@".contains($0) }
        return "\(url[..<start])\(user)\(url[at...].prefix { $0 != "?" })"
    }

    /// Checks that libpq reads the address as intended. Its own error message is not used, because it may contain the
    /// password.
    ///
    /// - Throws: ``PostgreSQLProblem/address(_:)``.
    func check(_ pq: libpq_functions) throws { _ = try options(pq) }

    /// The options of the address, by their names in libpq.
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
        // A host, port or database with an @ is part of a password that was not escaped.
        let places = ["host", "port", "dbname"].filter { values[$0]?.contains("@") == true }
        let isPort = (values["port"] ?? "").allSatisfy { $0.isNumber || $0 == "," }
        if !places.isEmpty, url.prefix(while: { $0 != "?" }).contains("@") {
            throw PostgreSQLProblem.address("in a password, write @ as %40, : as %3A, / as %2F and ? as %3F")
        }
        guard isPort else { throw PostgreSQLProblem.address("its port is not a number") }
        return values
    }

    // MARK: Hosts

    /// The number of hosts that it names.
    func hostCount(_ pq: libpq_functions) throws -> Int { try hosts(pq).count }

    /// The parameters that make libpq connect to one of the hosts only: with all of them, it would wait for one that
    /// does not respond and try no other.
    private func hosts(_ pq: libpq_functions) throws -> [[(String, String)]] {
        let lists = try options(pq).filter { ["host", "hostaddr", "port"].contains($0.key) }
            .mapValues { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let count = max(lists["host"]?.count ?? 1, lists["hostaddr"]?.count ?? 1)
        guard count > 1 else { return [[]] }
        let defaultPort = ProcessInfo.processInfo.environment["PGPORT"] ?? "5432"
        return (0..<count).map { number in
            lists.compactMap { name, list in
                // A single port applies to all hosts. An empty value would leave the list unchanged.
                guard let value = list.count == 1 ? list[0] : list.dropFirst(number).first else { return nil }
                return (name, name == "port" && value.isEmpty ? defaultPort : value)
            }
        }
    }

    /// Tries the hosts in order.
    func connect<Connection>(
        _ pq: libpq_functions, until deadline: ContinuousClock.Instant,
        _ body: (_ host: Int, _ deadline: ContinuousClock.Instant) throws -> Connection
    ) throws -> Connection {
        let count = try hostCount(pq)
        for host in 0..<count - 1 {
            // Only the error of the last host is reported.
            if let made = try? body(host, min(deadline, .now + Self.hostTime(hosts: count))) { return made }
        }
        return try body(count - 1, deadline)
    }

    /// Passes the parameters for a connection to one of the hosts: the settings of libpq, except the required kind of
    /// server and the timeouts.
    ///
    /// - Parameter host: the index of the host, from 0.
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
