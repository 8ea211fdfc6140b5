import PostgreSQLMigrations
import SQLStore

/// The versions of the schema.
enum PostgreSQLSchema {
    static let version = PostgreSQLMigrations.all.count

    /// The oldest version of a program that can use the newest schema.
    private static let minimumProgram = 1

    /// A query for whether the server is a standby, and for the oldest version of a program that can use the schema.
    static let stateQuery = "SELECT pg_is_in_recovery(), minimum_program FROM homeblocks_schema"

    /// A query for the schema's version and the database's size in bytes.
    static let usageQuery = "SELECT version, pg_database_size(current_database()) FROM homeblocks_schema"

    /// A query for the properties of a server and a database that are checked before anything is changed.
    private static let inspection = """
        SELECT current_setting('server_encoding'), to_regclass('homeblocks_schema') IS NOT NULL,
            EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = 'pages'),
            current_schema() IS NOT NULL
        """

    /// Migrates a database: all missing steps are applied, or none. If several programs start at once, one of them does
    /// it.
    ///
    /// - Throws: ``PostgreSQLProblem`` if this program cannot use the database, which is unchanged then.
    static func migrate(_ connection: PostgreSQLConnection, until deadline: ContinuousClock.Instant) throws {
        _ = try connection.run("BEGIN", until: deadline)
        do {
            try makeCurrent(connection, until: deadline)
            _ = try connection.run("COMMIT", until: deadline)
        } catch {
            if connection.isUsable { _ = try? connection.run("ROLLBACK", until: deadline) }
            throw error
        }
    }

    /// Migrates a database within a transaction. Other programs that start wait until it ends.
    static func makeCurrent(_ connection: PostgreSQLConnection, until deadline: ContinuousClock.Instant) throws {
        guard connection.serverVersion >= 150_000 else {
            throw PostgreSQLProblem.oldServer(connection.serverVersion / 10_000)
        }
        _ = try connection.run(
            "SELECT pg_advisory_xact_lock(\(PostgreSQLDialect.migrationLock))", until: deadline)
        let state = try connection.run(inspection, until: deadline).row(0)
        guard try state.text(0) == "UTF8" else { throw PostgreSQLProblem.encoding(try state.text(0)) }
        guard try state.bool(3) else { throw PostgreSQLProblem.noSchema }
        if try state.bool(1) { return try update(connection, until: deadline) }
        guard try !state.bool(2) else { throw PostgreSQLProblem.foreign }
        try make(PostgreSQLMigrations.all[...], connection, until: deadline)
        _ = try connection.run(
            "INSERT INTO homeblocks_schema (version, minimum_program) VALUES (?1, ?2)",
            [.integer(Int64(version)), .integer(Int64(minimumProgram))], until: deadline)
    }

    /// Throws ``PostgreSQLProblem`` unless a database has tables of this program.
    ///
    /// - Returns: the version of the schema.
    @discardableResult
    static func requireTables(_ address: PostgreSQLAddress) throws -> Int {
        let connection = try PostgreSQLConnection(address)
        let deadline = ContinuousClock.now + .seconds(10)
        let state = try connection.run(inspection, until: deadline).row(0)
        guard try state.bool(1) else { throw try state.bool(2) ? PostgreSQLProblem.foreign : .empty }
        return try connection.run("SELECT version FROM homeblocks_schema", until: deadline).row(0).int(0)
    }

    /// Throws ``PostgreSQLProblem`` unless a database has the schema version of this program.
    static func checkIsCurrent(_ address: PostgreSQLAddress) throws {
        let present = try requireTables(address)
        if present > version { throw PostgreSQLProblem.newer(present) }
        if present < version { throw PostgreSQLProblem.older(present) }
    }

    private static func update(_ connection: PostgreSQLConnection, until deadline: ContinuousClock.Instant) throws {
        let row = try connection.run("SELECT version, minimum_program FROM homeblocks_schema", until: deadline).row(0)
        let (present, minimum) = (try row.int(0), try row.int(1))
        guard minimum <= version else { throw PostgreSQLProblem.newer(present) }
        guard present < version else { return }
        try make(PostgreSQLMigrations.all[present...], connection, until: deadline)
        _ = try connection.run(
            "UPDATE homeblocks_schema SET version = ?1, minimum_program = ?2",
            [.integer(Int64(version)), .integer(Int64(minimumProgram))], until: deadline)
    }

    private static func make(
        _ steps: ArraySlice<PostgreSQLMigrations.Migration>, _ connection: PostgreSQLConnection,
        until deadline: ContinuousClock.Instant
    ) throws {
        for step in steps {
            do {
                try connection.run(script: step.sql, until: deadline)
            } catch PostgreSQLError.server("42501", let text) {
                throw PostgreSQLProblem.noPermission(text)
            } catch PostgreSQLError.server("42P07", _) where step.name == PostgreSQLMigrations.all[0].name {
                // A table of another program has the name of one of ours.
                throw PostgreSQLProblem.foreign
            } catch PostgreSQLError.server(_, let text) {
                throw PostgreSQLProblem.unmigrated(step.name, text)
            }
        }
    }
}
