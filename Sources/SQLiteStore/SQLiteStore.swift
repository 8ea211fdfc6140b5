import GRDB
public import Publishing
// The store's methods are declared there.
@_exported public import SQLStore

/// Pages in one SQLite file, or in memory.
public typealias SQLiteStore = SQLPageStore<SQLiteEngine>

extension SQLiteStore {
    /// Opens a database file. Creates it or migrates its schema if necessary.
    ///
    /// - Throws: ``DatabaseRefusal`` that names the file and the remedy; the file is unchanged then.
    public init(path: String, catalog: BlockTypeCatalog, clock: PublishingClock = .system) throws {
        try self.init(path: path, catalog: catalog, clock: clock, migrator: Schema.migrator)
    }

    init(path: String, catalog: BlockTypeCatalog, clock: PublishingClock, migrator: SchemaMigrator) throws {
        let file = DatabaseFile(path: path)
        try file.inspect()
        try file.create()
        do {
            try migrator.migrate(path: file.path)
            self.init(engine: try SQLiteEngine(path: file.path, clock: clock), catalog: catalog, clock: clock)
        } catch let error as DatabaseError {
            throw file.refusal(error)
        } catch let failure as SchemaFailure {
            throw file.refusal(failure)
        }
    }

    /// Opens a store in memory, which ends with the process.
    public init(inMemory catalog: BlockTypeCatalog, clock: PublishingClock = .system) throws {
        let queue = try DatabaseQueue(configuration: SQLiteEngine.configuration)
        try Schema.migrator.migrate(queue)
        self.init(engine: SQLiteEngine(inMemory: queue, clock: clock), catalog: catalog, clock: clock)
    }

    /// Returns the file's free space to the disk. It needs room for a second copy of the content, and changes wait for
    /// it.
    public func vacuum() async throws(PublishingError) { try await translated { try await engine.vacuum() } }
}
