public import Publishing
public import SQLStore

extension PostgreSQLStore {
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
