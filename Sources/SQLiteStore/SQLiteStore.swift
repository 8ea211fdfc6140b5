import GRDB
public import Publishing

/// Pages in one SQLite file (or in memory). Each public method is one transaction; what it has answered is on disk.
public struct SQLiteStore: PageStore {
    let writer: any DatabaseWriter
    let catalog: BlockTypeCatalog
    let clock: PublishingClock

    /// Opens a database file, creating it and bringing its schema up to date if need be.
    ///
    /// - Throws: ``DatabaseRefusal`` that names the file and the remedy; the file is then as it was.
    public init(path: String, catalog: BlockTypeCatalog, clock: PublishingClock = .system) throws {
        let file = DatabaseFile(path: path)
        try file.inspect()
        do {
            let pool = try DatabasePool(path: path, configuration: Self.configuration)
            // The pool's own set-up chooses a weaker mode; an answered change must survive a power cut.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Schema.migrator.migrate(pool)
            self.init(writer: pool, catalog: catalog, clock: clock)
        } catch let error as DatabaseError {
            throw file.refusal(error)
        }
    }

    /// A store that lives and dies with the process.
    public init(inMemory catalog: BlockTypeCatalog, clock: PublishingClock = .system) throws {
        let queue = try DatabaseQueue(configuration: Self.configuration)
        try Schema.migrator.migrate(queue)
        self.init(writer: queue, catalog: catalog, clock: clock)
    }

    private init(writer: any DatabaseWriter, catalog: BlockTypeCatalog, clock: PublishingClock) {
        self.writer = writer
        self.catalog = catalog
        self.clock = clock
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        return configuration
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(PublishingError) -> Value {
        do { return try await writer.read(body) } catch { throw Self.publishingError(error) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(PublishingError) -> Value {
        do { return try await writer.write(body) } catch { throw Self.publishingError(error) }
    }
}
