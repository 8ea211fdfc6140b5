/// A problem with a PostgreSQL database, and its remedy.
enum PostgreSQLProblem: Error, Sendable, Equatable {
    case noLibrary
    case address(String)
    /// The reason that libpq gives, which names the host, the user or the database.
    case unreachable(String)
    case oldServer(Int)
    case encoding(String)
    case noSchema
    case foreign
    case newer(Int)
    case older(Int)
    case empty
    /// The target of a copy has content.
    case notEmpty
    /// The target of a copy is in use by other programs.
    case inUse
    /// The copied data violates a constraint, or the data to copy could not be read.
    case notCopied(String)
    /// The connection was lost while a copy was committed.
    case uncertain
    case noPermission(String)
    case noAccess(String)
    case unmigrated(String, String)

    /// The end of a sentence that starts with the database, and a sentence with the remedy.
    fileprivate var message: (reason: String, remedy: String) {
        switch self {
        case .noLibrary: ("needs libpq, which is not installed", "Install the package libpq5.")
        case .address(let reason): ("has an address that cannot be read: \(reason)", "Correct the address.")
        case .unreachable(let reason): ("cannot be opened: \(reason)", Self.remedy(of: reason))
        case .oldServer(let version): ("is on PostgreSQL \(version)", "Use PostgreSQL 15 or later.")
        case .encoding(let encoding):
            (
                "has the encoding \(encoding)",
                "Create another one with: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0."
            )
        case .noSchema:
            ("has no schema that its user can access", "Grant the user access to one, or select one with search_path.")
        case .foreign: ("belongs to another program", "Name another database or schema; this one was not changed.")
        case .newer(let version):
            (
                "has the schema version \(version), but this program only knows \(PostgreSQLSchema.version)",
                "Start the newer program; the database was not changed."
            )
        case .older(let version):
            (
                "has the schema version \(version), and this program needs \(PostgreSQLSchema.version)",
                "Bring it up to date with migrate."
            )
        case .empty: ("has no pages", "Create them with migrate, or name another database.")
        case .notEmpty:
            ("is not empty", "Name an empty database or schema; this one was not changed.")
        case .inUse: ("is in use by another program", "Stop that program first; nothing was copied.")
        case .notCopied(let reason):
            ("did not accept the copy: \(reason)", "Nothing was copied. Run check on the source to find the cause.")
        case .uncertain:
            ("did not confirm the copy", "Check whether it has pages: either everything was copied, or nothing.")
        case .noPermission(let reason):
            (
                "cannot be brought up to date: \(reason)",
                "Give the user permission: GRANT CREATE ON DATABASE and GRANT CREATE ON SCHEMA; nothing was changed."
            )
        case .noAccess(let reason):
            ("cannot be used: \(reason)", "Make the user the owner of the tables, or GRANT it privileges on them.")
        case .unmigrated(let step, let reason):
            (
                "cannot be brought up to date (\(step)): \(reason)",
                "It was not changed: keep using the previous version of the program, and report this."
            )
        }
    }

    private static func remedy(of reason: String) -> String {
        let remedies = [
            ("password", "Correct the user or the password in PGPASSFILE, PGPASSWORD or the address."),
            ("role \"", "Create the user, or name another one."),
            ("database \"", "Create the database with createdb, or name another one."),
            ("translate host name", "Correct the host in the address."),
            ("read-only", "Name the primary; a standby is read-only."),
            ("hot standby", "Name the primary; a standby is read-only."),
            ("pg_hba.conf", "Allow the user and this host in pg_hba.conf."),
            ("invalid ", "Correct the address."),
            ("certificate", "Correct the host, sslmode or the certificates."),
            ("SSL", "Correct sslmode and the certificates."),
        ]
        return remedies.first { reason.contains($0.0) }?.1 ?? "Start the server, or correct the address."
    }
}

/// The reason why a PostgreSQL database is not used, and the remedy.
public struct PostgreSQLRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    let address: String
    let problem: PostgreSQLProblem

    init(_ address: PostgreSQLAddress, _ problem: PostgreSQLProblem) {
        self.address = address.description
        self.problem = problem
    }

    /// Runs a body at a start, and translates its errors to refusals of the database.
    static func about<Value>(_ address: PostgreSQLAddress, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let problem as PostgreSQLProblem {
            throw PostgreSQLRefusal(address, problem)
        } catch PostgreSQLError.lost(let reason) {
            throw PostgreSQLRefusal(address, .unreachable(reason))
        } catch PostgreSQLError.timedOut {
            throw PostgreSQLRefusal(address, .unreachable("the server does not respond"))
        } catch PostgreSQLError.server("42501", let reason) {
            throw PostgreSQLRefusal(address, .noAccess(reason))
        } catch PostgreSQLError.server(_, let reason) {
            throw PostgreSQLRefusal(address, .unreachable(reason))
        }
    }

    public var description: String { "The database \(address) \(problem.message.reason). \(problem.message.remedy)" }
}
