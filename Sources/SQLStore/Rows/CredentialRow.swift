import HomeBlocks
import Publishing

/// Rows of `credentials` and `sessions`.
extension SQLTransaction {
    func credential(_ id: String, _ kind: Credential.Kind) throws -> Credential? {
        guard Identifier.isSlug(id) else { return nil }
        return try first(
            "SELECT \(Credential.columns(dialect)) FROM credentials AS c WHERE c.id = ?1 AND c.kind = ?2", id,
            kind.rawValue
        ) { try Credential($0) }
    }

    func requireCredential(_ id: String, _ kind: Credential.Kind) throws -> Credential {
        try Credential.require(credential(id, kind), kind, id)
    }

    /// Returns a credential and locks it until the transaction ends.
    func lockedCredential(_ id: String, _ kind: Credential.Kind) throws -> Credential {
        try lockCredential(id)
        return try requireCredential(id, kind)
    }

    /// Makes other transactions that change a credential wait until this one ends.
    ///
    /// - Parameter isShared: whether transactions that only rely on it may proceed.
    func lockCredential(_ id: String, isShared: Bool = false) throws {
        if let statement = dialect.takingCredential(isShared) { _ = try exists(statement, id) }
    }

    func credentials(_ kind: Credential.Kind) throws -> [Credential] {
        try all(
            "SELECT \(Credential.columns(dialect)) FROM credentials AS c WHERE c.kind = ?1 ORDER BY c.created_at, c.id",
            kind.rawValue
        ) { try Credential($0) }
    }

    func hasCredentials() throws -> Bool { try exists("SELECT 1 FROM credentials LIMIT 1") }

    /// Whether any operator exists or existed.
    func hasOperators() throws -> Bool { try exists("SELECT 1 FROM credentials WHERE kind = 'operator' LIMIT 1") }

    /// The id of the operator who was created first, deleted or not.
    func firstOperator() throws -> String? {
        try first("SELECT id FROM credentials WHERE kind = 'operator' ORDER BY created_at, id LIMIT 1") {
            try $0.text(0)
        }
    }

    func token(_ id: String) throws -> (credential: Credential, secret: [UInt8])? {
        try first(Credential.tokenQuery(dialect), id) { row in
            (try Credential(row), try row.bytes(Credential.columnCount))
        }
    }

    /// The operator with a name, unless deleted.
    func signInRecord(named name: String) throws -> SignInRecord? {
        if let record = try signInRecord(storedName: name) { return record }
        let person = OperatorName.find(name, among: try credentials(.operator))
        return try person.flatMap { try signInRecord(id: $0.id) }
    }

    private func signInRecord(storedName name: String) throws -> SignInRecord? {
        try first(
            """
            SELECT \(Credential.columns(dialect)), c.secret FROM credentials AS c
            WHERE c.kind = 'operator' AND c.name = ?1 AND c.revoked_at IS NULL
            """, name
        ) { try SignInRecord($0) }
    }

    func signInRecord(id: String) throws -> SignInRecord? {
        try first("SELECT \(Credential.columns(dialect)), c.secret FROM credentials AS c WHERE c.id = ?1", id) {
            try SignInRecord($0)
        }
    }

    /// - Parameter creator: who counts as the author of what a token changes.
    func insert(_ credential: NewCredential, by created: Authorship, person creator: String) throws -> Credential {
        let plan = credential.plan
        try run(
            """
            INSERT INTO credentials (id, kind, name, person, role, pages, secret, created_at, created_by, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """, credential.id, plan.kind.rawValue, plan.name, plan.kind == .token ? creator : plan.name,
            plan.rights.role.rawValue, plan.rights.pagesJSON, credential.hash, created.at, created.by, plan.expiresAt)
        try setGroups(plan.groups, of: credential.id)
        return try requireCredential(credential.id, plan.kind)
    }

    func revoke(_ id: String, at now: Instant) throws {
        try run("UPDATE credentials SET revoked_at = ?1 WHERE id = ?2", now, id)
    }

    func setRights(_ rights: Rights, of id: String) throws {
        try run(
            "UPDATE credentials SET role = ?1, pages = ?2 WHERE id = ?3", rights.role.rawValue, rights.pagesJSON, id)
    }

    func setSecret(_ hash: [UInt8], of id: String) throws {
        try run("UPDATE credentials SET secret = ?1 WHERE id = ?2", hash, id)
    }

    /// Stores the last use of a credential, unless a use after an instant is already stored.
    func setUsed(_ id: String, at now: Instant, unlessAfter last: Instant) throws {
        try run(
            "UPDATE credentials SET last_used_at = ?1 WHERE id = ?2 AND (last_used_at IS NULL OR last_used_at <= ?3)",
            now, id, last)
    }

    // MARK: Sessions

    func session(_ hash: [UInt8]) throws -> OperatorSession? {
        try first(OperatorSession.query(dialect), hash) { try OperatorSession($0) }
    }

    func insertSession(_ hash: [UInt8], of id: String, at now: Instant, until end: Instant) throws {
        try run(
            """
            INSERT INTO sessions (hash, operator, created_at, last_used_at, expires_at) VALUES (?1, ?2, ?3, ?3, ?4)
            """, hash, id, now, end)
    }

    func setUsed(session hash: [UInt8], at now: Instant) throws {
        try run("UPDATE sessions SET last_used_at = ?1 WHERE hash = ?2 AND last_used_at < ?1", now, hash)
    }

    func deleteSessions(expiredAt now: Instant, unusedSince last: Instant) throws {
        try run("DELETE FROM sessions WHERE expires_at <= ?1 OR last_used_at <= ?2", now, last)
    }

    func deleteSession(_ hash: [UInt8], of id: String) throws {
        try run("DELETE FROM sessions WHERE operator = ?1 AND hash = ?2", id, hash)
    }

    /// Deletes the sessions of an operator, except one.
    func deleteSessions(of id: String, except kept: [UInt8]? = nil) throws {
        if let kept {
            try run("DELETE FROM sessions WHERE operator = ?1 AND hash <> ?2", id, kept)
        } else {
            try run("DELETE FROM sessions WHERE operator = ?1", id)
        }
    }
}

extension Credential {
    static func columns(_ dialect: SQLDialect) -> String {
        """
        c.id, c.kind, c.name, c.role, c.created_by, c.created_at, c.expires_at, c.last_used_at, c.revoked_at, c.pages,
        c.person, (SELECT \(dialect.groupArray) FROM group_members AS m JOIN operator_groups AS g ON g.id = m.group_id
            WHERE m.operator = c.id)
        """
    }

    fileprivate static let columnCount = 12

    /// A query for the token with the id ?1, with its secret.
    static func tokenQuery(_ dialect: SQLDialect) -> String {
        "SELECT \(columns(dialect)), c.secret FROM credentials AS c WHERE c.id = ?1 AND c.kind = 'token'"
    }

    /// - Parameter first: the index of the first column.
    init(_ row: any SQLRow, from first: Int = 0) throws {
        let groups = try row.json(first + 11).array?.compactMap(OperatorGroup.init(json:)) ?? []
        guard let kind = Kind(rawValue: try row.text(first + 1)),
            let rights = Rights(role: try row.text(first + 3), pages: try row.json(first + 9))
        else { throw PublishingError.internalError("unknown rights or kind of credential") }
        self.init(
            kind: kind, id: try row.text(first), name: try row.text(first + 2), person: try row.text(first + 10),
            rights: rights,
            groups: groups.sorted { ($0.name, $0.id) < ($1.name, $1.id) }, created: try row.authorship(first + 4),
            expiresAt: try row.optionalInstant(first + 6), lastUsedAt: try row.optionalInstant(first + 7),
            revokedAt: try row.optionalInstant(first + 8))
    }
}

extension SignInRecord {
    fileprivate init(_ row: any SQLRow) throws {
        self.init(operator: try Credential(row), hash: try row.bytes(Credential.columnCount))
    }
}

extension OperatorSession {
    /// A query for the session with the hash ?1.
    static func query(_ dialect: SQLDialect) -> String {
        """
        SELECT \(Credential.columns(dialect)), s.created_at, s.last_used_at, s.expires_at
        FROM sessions AS s JOIN credentials AS c ON c.id = s.operator WHERE s.hash = ?1
        """
    }

    init(_ row: any SQLRow) throws {
        let column = Credential.columnCount
        self.init(
            operator: try Credential(row), createdAt: try row.instant(column), lastUsedAt: try row.instant(column + 1),
            expiresAt: try row.instant(column + 2))
    }
}
