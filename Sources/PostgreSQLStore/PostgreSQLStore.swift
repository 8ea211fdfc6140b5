public import Publishing
// The store's methods are declared there.
@_exported public import SQLStore

/// Pages in a database on PostgreSQL.
public typealias PostgreSQLStore = SQLPageStore<PostgreSQLEngine>

extension PostgreSQLStore {
    /// How long a start may take.
    private static let startTime = Duration.seconds(60)

    /// Opens a database, and brings its schema up to date if need be.
    ///
    /// - Parameter clock: what dates changes; the server's clock if nil.
    /// - Throws: ``PostgreSQLRefusal`` that names the database and the remedy; it is then as it was.
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

    /// Checks everything that a database holds, without changing it or bringing it up to date.
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
