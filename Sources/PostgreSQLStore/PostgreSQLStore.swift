public import Publishing
// The store's methods are declared there.
@_exported public import SQLStore

/// Pages in a PostgreSQL database.
public typealias PostgreSQLStore = SQLPageStore<PostgreSQLEngine>

extension PostgreSQLStore {
    /// The time limit of a start.
    private static let startTime = Duration.seconds(60)

    /// Opens a database, and migrates its schema if necessary.
    ///
    /// - Parameter clock: the clock that dates changes; nil for the server's clock.
    /// - Throws: ``PostgreSQLRefusal`` that names the database and the remedy; the database is unchanged then.
    public init(
        address: PostgreSQLAddress, catalog: BlockTypeCatalog, clock: PublishingClock? = nil
    ) throws {
        let engine = try PostgreSQLRefusal.about(address) {
            let connection = try PostgreSQLConnection(address)
            try PostgreSQLSchema.migrate(connection, until: .now + Self.startTime)
            let engine = PostgreSQLEngine(address, clock: clock)
            try engine.setTime(connection, until: .now + Self.startTime)
            return engine
        }
        self.init(engine: engine, catalog: catalog, clock: clock ?? engine.node?.clock ?? .system)
    }

    /// Throws ``PostgreSQLRefusal`` unless there is a database with tables of this program, of any version.
    public static func requireDatabase(_ address: PostgreSQLAddress) throws {
        _ = try PostgreSQLRefusal.about(address) { try PostgreSQLSchema.requireTables(address) }
    }

    /// Checks the whole content of a database without changing or migrating it.
    ///
    /// - Throws: ``PostgreSQLRefusal`` if it cannot be read at all.
    public static func check(
        _ address: PostgreSQLAddress, _ catalog: BlockTypeCatalog
    ) async throws -> DatabaseReport {
        try PostgreSQLRefusal.about(address) { try PostgreSQLSchema.checkIsCurrent(address) }
        let store = PostgreSQLStore(
            engine: PostgreSQLEngine(address, clock: nil, time: .seconds(3600)), catalog: catalog, clock: .system)
        defer { store.engine.close() }
        return try await store.check()
    }
}
