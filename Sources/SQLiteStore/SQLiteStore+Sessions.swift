import Foundation
import GRDB
public import Publishing

extension SQLiteStore {
    public func beginSession(
        _ hash: [UInt8], of known: SignInRecord, until end: Instant, idleTimeout: Int, _ request: RequestInfo
    ) async throws(PublishingError) {
        let now = clock.now
        let id = known.operator.id
        try await write(for: request) { database in
            try Self.checkStillRight(known, database)
            try database.execute(
                sql: "DELETE FROM sessions WHERE expires_at <= ? OR last_used_at <= ?",
                arguments: [now.milliseconds, now.adding(seconds: -idleTimeout).milliseconds])
            try database.execute(
                sql:
                    "INSERT INTO sessions (hash, operator, created_at, last_used_at, expires_at) VALUES (?, ?, ?, ?, ?)",
                arguments: [Data(hash), id, now.milliseconds, now.milliseconds, end.milliseconds])
            try Self.append("session.begin", subject: id, request, at: now, database)
        }
    }

    public func session(_ hash: [UInt8]) async throws(PublishingError) -> OperatorSession? {
        try await read { try Self.session(hash, $0) }
    }

    static func session(_ hash: [UInt8], _ database: Database) throws -> OperatorSession? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT c.*, s.created_at AS begun_at, s.last_used_at AS used_at, s.expires_at AS over_at
                FROM sessions AS s JOIN credentials AS c ON c.id = s.operator WHERE s.hash = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [Data(hash)]) else { return nil }
        return OperatorSession(
            operator: try Credential(row), createdAt: Instant(milliseconds: row["begun_at"]),
            lastUsedAt: Instant(milliseconds: row["used_at"]), expiresAt: Instant(milliseconds: row["over_at"]))
    }

    public func recordUse(ofSession hash: [UInt8]) async throws(PublishingError) {
        let now = clock.now
        try await write { database in
            try database.cachedStatement(
                sql: "UPDATE sessions SET last_used_at = ?1 WHERE hash = ?2 AND last_used_at < ?1"
            )
            .execute(arguments: [now.milliseconds, Data(hash)])
        }
    }

    public func endSessions(
        of operator: String, only hash: [UInt8]?, _ request: RequestInfo
    ) async throws(PublishingError) {
        let now = clock.now
        try await write(for: request) { database in
            if let hash {
                try database.execute(
                    sql: "DELETE FROM sessions WHERE operator = ? AND hash = ?", arguments: [`operator`, Data(hash)])
            } else {
                try Self.endSessions(of: `operator`, database)
            }
            try Self.append(
                hash == nil ? "session.endAll" : "session.end", subject: `operator`, request, at: now, database)
        }
    }

    static func endSessions(of operator: String, keeping kept: [UInt8]? = nil, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM sessions WHERE operator = ? AND hash IS NOT ?",
            arguments: [`operator`, kept.map { Data($0) }])
    }

    private static func append(
        _ action: String, subject: String, _ request: RequestInfo, at now: Instant, _ database: Database
    ) throws {
        var entry = AuditEntry(request, action)
        entry.subject = subject
        try entry.append(at: now, database)
    }
}
