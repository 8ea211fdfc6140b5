import GRDB
public import Publishing

/// Pages in one SQLite file (or in memory). Each public method is one transaction; what it has answered is on disk.
public struct SQLiteStore: PageStore {
    let writer: any DatabaseWriter
    /// Tries whether the file can be written, beside the queue of those who write.
    let readiness: any DatabaseWriter
    let locks = BusyTimeoutTracker()
    /// Where the file is; nil if there is none.
    let place: FileIdentity?
    let catalog: BlockTypeCatalog
    let clock: PublishingClock

    /// Opens a database file, creating it and bringing its schema up to date if need be.
    ///
    /// - Throws: ``DatabaseRefusal`` that names the file and the remedy; the file is then as it was.
    public init(path: String, catalog: BlockTypeCatalog, clock: PublishingClock = .system) throws {
        try self.init(path: path, catalog: catalog, clock: clock, migrator: Schema.migrator)
    }

    init(path: String, catalog: BlockTypeCatalog, clock: PublishingClock, migrator: SchemaMigrator) throws {
        let file = DatabaseFile(path: path)
        try file.inspect()
        try file.create()
        do {
            try migrator.migrate(path: file.path)
            let pool = try DatabasePool(path: file.path, configuration: Self.configuration)
            // The pool's own set-up chooses a weaker mode; an answered change must survive a power cut.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            var configuration = Self.configuration
            configuration.busyMode = .timeout(1)
            let readiness = try DatabaseQueue(path: file.path, configuration: configuration)
            self.init(
                writer: pool, readiness: readiness, place: FileIdentity(path: file.path), catalog: catalog, clock: clock
            )
        } catch let error as DatabaseError {
            throw file.refusal(error)
        } catch let failure as SchemaFailure {
            throw file.refusal(failure)
        }
    }

    /// A store that lives and dies with the process.
    public init(inMemory catalog: BlockTypeCatalog, clock: PublishingClock = .system) throws {
        let queue = try DatabaseQueue(configuration: Self.configuration)
        try Schema.migrator.migrate(queue)
        self.init(writer: queue, readiness: queue, place: nil, catalog: catalog, clock: clock)
    }

    private init(
        writer: any DatabaseWriter, readiness: any DatabaseWriter, place: FileIdentity?, catalog: BlockTypeCatalog,
        clock: PublishingClock
    ) {
        self.writer = writer
        self.readiness = readiness
        self.place = place
        self.catalog = catalog
        self.clock = clock
    }

    /// Ends all use of the database and leaves it as one file.
    public func close() throws {
        try writer.close()
        // The last connection tidies up, if it may write; a pool's last ones may not.
        try readiness.close()
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        return configuration
    }
}
