import CLibPQ
import Foundation

/// Where a database on PostgreSQL is and how it is reached: a URL as libpq reads it.
public struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    private let url: String

    /// How long a connection may take to be made.
    static let connectTime = Duration.seconds(3)

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
    func check(_ pq: libpq_functions) throws {
        guard let options = pq.parse_address(url, nil) else {
            throw PostgreSQLProblem.address("it is no URL of the form postgresql://user@host/name?option=value")
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
        guard isPort else { throw PostgreSQLProblem.address("its port is no number") }
    }

    /// Passes what libpq connects with: its own settings, but for what a server must be and how long it may be silent.
    func withParameters<Value>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
        let parameters = [
            // Settings of the URL override those before it.
            ("application_name", "homeblocks"), ("target_session_attrs", "read-write"), ("keepalives_idle", "5"),
            ("keepalives_interval", "2"), ("keepalives_count", "3"), ("tcp_user_timeout", "10000"),
            ("connect_timeout", "3"), ("dbname", url), ("client_encoding", "UTF8"),
        ]
        let (names, values) = (parameters.map { strdup($0.0) }, parameters.map { strdup($0.1) })
        defer { (names + values).forEach { free($0) } }
        return (names.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { names in
            (values.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { values in
                body(names.baseAddress.unsafelyUnwrapped, values.baseAddress.unsafelyUnwrapped)
            }
        }
    }
}
