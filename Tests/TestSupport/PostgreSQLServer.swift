import Foundation
public import Testing

@testable import PostgreSQLStore

/// The server on which tests create their PostgreSQL databases. `script/with-postgresql` runs one and names it.
public struct PostgreSQLServer: Sendable {
    public let url: String

    public init(url: String) { self.url = url }

    /// nil if the tests run without a server.
    public static let current = ProcessInfo.processInfo.environment["TEST_POSTGRESQL"].map(PostgreSQLServer.init(url:))

    /// Creates an empty schema.
    ///
    /// - Returns: the URL of a database that has its tables there.
    public func makeSchema() throws -> String {
        let name = "test_\(UInt64.random(in: 0 ... .max))"
        try run("CREATE SCHEMA \(name)")
        return "\(url)&options=-csearch_path%3D\(name)%2Cpublic"
    }

    /// Runs statements on a separate connection.
    public func run(_ script: String) throws {
        guard let address = PostgreSQLAddress(url) else { throw CocoaError(.fileReadUnknown) }
        let connection = try PostgreSQLConnection(address, until: .now + .seconds(10))
        try connection.run(script: script, until: .now + .seconds(10))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a suite if there is no server.
    public static var needsPostgreSQL: Self {
        .enabled(
            if: PostgreSQLServer.current != nil,
            "TEST_POSTGRESQL names no server: run the tests with script/with-postgresql")
    }
}
