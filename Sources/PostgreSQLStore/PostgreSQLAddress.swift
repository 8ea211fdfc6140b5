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

    /// The address without the password, for messages and logs.
    public var description: String {
        guard let start = url.range(of: "://")?.upperBound else { return url }
        let end = url[start...].firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
        let hosts = url[start..<end]
        let shown = hosts.lastIndex(of: "@").map { at in
            let user = hosts[..<at].prefix { $0 != ":" }
            return user + hosts[at...]
        }
        let rest = url[end...].prefix { $0 != "?" }
        return "\(url[..<start])\(shown ?? hosts)\(rest)"
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
