import HomeBlocks
import Publishing
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLStore

/// Databases that a program refuses to open: the error says what is wrong, where, and what to do, and nothing is
/// changed.
@Suite(.timeLimit(.minutes(1)), .needsPostgreSQL) struct StartTests {
    private let server: PostgreSQLServer
    /// The folder with the server's socket.
    private let host: String
    /// The name of a database, a schema or a role of this test only.
    private let name = "start_\(UInt64.random(in: 0 ... .max))"

    init() throws {
        server = try #require(PostgreSQLServer.current)
        host = String(try #require(server.url.firstMatch(of: #/host=([^&]+)/#)).1)
    }

    private func url(_ user: String = "homeblocks", database: String = "postgres", _ more: String = "") -> String {
        "postgresql://\(user)@/\(database)?host=\(host)\(more)"
    }

    /// The URL of this test's schema.
    private func schemaURL(_ user: String = "homeblocks") -> String { url(user, "&options=-csearch_path%3D\(name)") }

    /// - Returns: the message of the error.
    private func refusal(_ url: String) throws -> String {
        do {
            let store = try SharedDatabase.open(url)
            try store.close()
            Issue.record("opened")
            return ""
        } catch let refusal as PostgreSQLRefusal { return refusal.description }
    }

    /// The number of tables, indexes, functions and extensions in a database.
    private func objects(_ database: String = "postgres") throws -> Int {
        let connection = try PostgreSQLConnection(
            try #require(PostgreSQLAddress(url(database: database, "&target_session_attrs=any"))),
            until: .now + .seconds(10))
        return try connection.run(
            """
            SELECT count(*) FROM (
                SELECT oid FROM pg_class WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', ?1))
                UNION ALL SELECT oid FROM pg_proc WHERE pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname = ?1)
            ) AS objects
            """, [.text(name)], until: .now + .seconds(10)
        ).row(0).int(0)
    }

    @Test func anUnknownHost_isNamed() throws {
        let message = try refusal("postgresql://ada:hunter2@nowhere.invalid/pages")
        #expect(
            message.hasPrefix(
                "The database postgresql://ada@nowhere.invalid/pages cannot be opened: could not translate host"))
        #expect(message.hasSuffix("Correct the host in the address."))
        #expect(!message.contains("hunter2"))
    }

    @Test func anUnreachableServer_isNamed() throws {
        let message = try refusal("postgresql://ada:hunter2@/pages?host=/nowhere")
        #expect(message.contains("/nowhere/.s.PGSQL.5432"))
        #expect(message.hasSuffix("Start the server, or correct the address."))
        #expect(!message.contains("hunter2"))
    }

    @Test func aWrongPassword_isRefused_andTheRightOneIsNot() throws {
        // `script/with-postgresql` makes the server require a password for this user only.
        try server.run(
            """
            DO $$ BEGIN CREATE ROLE secret LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
            ALTER ROLE secret PASSWORD 'correct horse'; CREATE SCHEMA \(name) AUTHORIZATION secret;
            GRANT CREATE ON DATABASE postgres TO secret
            """)
        let message = try refusal(schemaURL("secret:hunter2"))
        #expect(message.contains("password authentication failed for user \"secret\""))
        #expect(
            message.hasSuffix("Correct the user or the password in PGPASSFILE, PGPASSWORD or the address."))
        #expect(!message.contains("hunter2"))
        #expect(try refusal(schemaURL("secret")).contains("no password supplied"))
        try SharedDatabase.open(schemaURL("secret:correct%20horse")).close()
    }

    @Test func aMissingDatabase_isNamed() throws {
        let message = try refusal(url(database: name))
        #expect(message.contains("database \"\(name)\" does not exist"))
        #expect(message.hasSuffix("Create the database with createdb, or name another one."))
    }

    @Test func aMissingUser_isNamed() throws {
        let message = try refusal(url(name))
        #expect(message.contains("role \"\(name)\" does not exist"))
        #expect(message.hasSuffix("Create the user, or name another one."))
    }

    @Test func aServerThatCannotBeWritten_isRefused() throws {
        try server.run("CREATE DATABASE \(name)")
        try server.run("ALTER DATABASE \(name) SET default_transaction_read_only = on")
        let before = try objects(name)
        let message = try refusal(url(database: name))
        #expect(message.contains("read-only"))
        #expect(message.hasSuffix("Name the primary; a standby is read-only."))
        #expect(try objects(name) == before)
    }

    @Test(arguments: ["SQL_ASCII", "LATIN1"])
    func aDatabaseWithAnotherEncoding_isRefused(_ encoding: String) throws {
        try server.run("CREATE DATABASE \(name) ENCODING '\(encoding)' LOCALE 'C' TEMPLATE template0")
        let before = try objects(name)
        let message = try refusal(url(database: name))
        #expect(message.contains("has the encoding \(encoding)"))
        #expect(message.contains("ENCODING 'UTF8' TEMPLATE template0"))
        #expect(try objects(name) == before)
    }

    @Test func aNewerSchema_isRefused() throws {
        try server.run("CREATE SCHEMA \(name)")
        try SharedDatabase.open(schemaURL()).close()
        try server.run("UPDATE \(name).homeblocks_schema SET version = 99, minimum_program = 99")
        let before = try objects()
        let message = try refusal(schemaURL())
        #expect(message.contains("has the schema version 99, but this program only knows \(PostgreSQLSchema.version)"))
        #expect(message.hasSuffix("Start the newer program; the database was not changed."))
        #expect(try objects() == before)
    }

    @Test func aNewerSchema_thatThisProgramCanUse_isOpened() throws {
        try server.run("CREATE SCHEMA \(name)")
        try SharedDatabase.open(schemaURL()).close()
        try server.run("UPDATE \(name).homeblocks_schema SET version = 99")
        try SharedDatabase.open(schemaURL()).close()
    }

    @Test(arguments: ["TABLE pages (id int)", "TABLE credentials (id int)", "VIEW audit AS SELECT 1"])
    func theSchemaOfAnotherProgram_isRefused(_ object: String) throws {
        try server.run("CREATE SCHEMA \(name) CREATE \(object)")
        let before = try objects()
        let message = try refusal(schemaURL())
        #expect(message.contains("belongs to another program"))
        #expect(message.hasSuffix("Name another database or schema; this one was not changed."))
        #expect(try objects() == before)
    }

    @Test func aMissingSchema_isRefused() throws {
        let message = try refusal(schemaURL())
        #expect(message.contains("has no schema that its user can access"))
    }

    @Test func anErrorForAUserWithoutPermissions_namesTheMissingOnes() throws {
        try server.run("CREATE SCHEMA \(name); CREATE ROLE \(name) LOGIN; GRANT USAGE ON SCHEMA \(name) TO \(name)")
        let before = try objects()
        let message = try refusal(schemaURL(name))
        #expect(message.contains("permission denied"))
        #expect(message.contains("GRANT CREATE ON SCHEMA"))
        #expect(try objects() == before)
        // The tables belong to another user.
        try SharedDatabase.open(schemaURL()).close()
        let other = try refusal(schemaURL(name))
        #expect(other.contains("permission denied for table homeblocks_schema"))
        #expect(other.hasSuffix("Make the user the owner of the tables, or GRANT it privileges on them."))
    }

    @Test(arguments: [
        "ada:hunter2%zz@host/pages", "ada:hunter2@[::1]x/pages", "ada:a/hunter2@host/pages", "ada:a?hunter2@host/pages",
        "ada:a@hunter2@host/pages", "ada:1/hunter2@host/pages", "ada@host/pages?password=hunter2%zz",
        "ada:hunter2@host:port/pages", "ada:hunter2@/pages?host=/nowhere", "ada:hunter2@host/pages?sslmode=x",
        "ada:hunter2@host/pages?pasword=x", "ada@/pages?host=/nowhere&password=hunter2",
        "host/pages?user=ada&password=hun@ter2", "ada:hunter?2@host/pages",
        ":hunter2@/pages?host=/nowhere", "ada@/pages?host=/nowhere&password=a@hunter2",
        "ada:hunter2@h1.invalid,h2.invalid/pages",
    ])
    func aPassword_isNeverShown(_ rest: String) throws {
        let message = try refusal("postgresql://\(rest)")
        #expect(!message.contains("hunter2"), "\(message)")
        #expect(message.hasPrefix("The database postgresql://"))
        #expect(!message.contains("Start the server") || message.contains("/nowhere"), "\(message)")
    }
}
