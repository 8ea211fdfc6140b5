public import Publishing

/// Tokens, operators and their sessions.
extension SQLPageStore {
    public func credential(for token: AccessToken) async throws(PublishingError) -> Credential? {
        try await read(isShort: true) { database in
            guard let stored = try database.token(token.id) else { return nil }
            return token.matches(stored.secret) ? stored.credential : nil
        }
    }

    public func recordUse(of token: String) async throws(PublishingError) {
        let now = clock.now
        try await write { database in
            try database.setUsed(token, at: now, unlessAfter: now.adding(seconds: -Credential.useInterval))
        }
    }

    public func credentials(_ kind: Credential.Kind) async throws(PublishingError) -> [Credential] {
        try await read { try $0.credentials(kind) }
    }

    public func activeOperator(_ id: String) async throws(PublishingError) -> Credential? {
        try await read { try $0.credential(id, .operator).flatMap { $0.revokedAt == nil ? $0 : nil } }
    }

    public func hasCredentials() async throws(PublishingError) -> Bool { try await read { try $0.hasCredentials() } }

    public func hasOperators() async throws(PublishingError) -> Bool { try await read { try $0.hasOperators() } }

    public func firstOperator() async throws(PublishingError) -> String? { try await read { try $0.firstOperator() } }

    public func create(
        _ credential: NewCredential, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await changeOnce(context, lock: .credentials) { _, database, _ in
            return ChangeOutcome(try insert(credential, context, database).json)
        }
    }

    public func setUp(_ first: NewCredential, _ context: ChangeContext) async throws(PublishingError) -> Credential {
        try await write(for: context, lock: .credentials) { database in
            try CredentialPlan.checkSetUp(hasOperators: try database.hasOperators())
            return try insert(first, context, database)
        }
    }

    private func insert(
        _ new: NewCredential, _ context: ChangeContext, _ database: any SQLTransaction
    ) throws -> Credential {
        let created = Authorship(by: context.actor.name, at: try database.now())
        let operators = try new.plan.kind == .operator ? database.credentials(.operator) : []
        try new.plan.checkName(isTaken: OperatorName.isTaken(new.plan.name, by: operators))
        try new.plan.check(pages: database.pageNames(), groups: database.groups())
        let credential = try database.insert(new, by: created, person: context.actor.person)
        try database.append(.credential("create", to: credential, context), at: created.at)
        return credential
    }

    public func revoke(
        _ kind: Credential.Kind, _ id: String, _ context: ChangeContext
    ) async throws(PublishingError) -> Credential {
        try await write(for: context, lock: .credentials) { database in
            let old = try database.lockedCredential(id, kind)
            let now = try database.now()
            try old.checkRevocation(by: context.actor)
            try database.revoke(id, at: now)
            try database.deleteSessions(of: id)
            try database.setGroups([], of: id)
            return try record("revoke", old, context, at: now, database)
        }
    }

    public func change(
        operator id: String, _ change: OperatorChange, passwordHash: [UInt8]?, _ context: ChangeContext
    ) async throws(PublishingError) -> Credential {
        // Pages and groups that it names must not be deleted in the meantime.
        try await write(for: context, lock: .credentials) { database in
            let old = try database.lockedCredential(id, .operator)
            let now = try database.now()
            let (rights, groups) = try change.applied(
                to: old, pages: database.pageNames(), groups: database.groups())
            if rights != old.rights { try database.setRights(rights, of: id) }
            if groups != Set(old.groups.map(\.id)) { try database.setGroups(groups, of: id) }
            try Credential.checkOwnRights(try database.credential(id, .operator), of: context.actor)
            if let passwordHash {
                try database.setSecret(passwordHash, of: id)
                try database.deleteSessions(of: id)
            }
            return try record(passwordHash == nil ? "change" : "password", old, context, at: now, database)
        }
    }

    public func changePassword(
        of known: SignInRecord, to hash: [UInt8], inSession session: [UInt8], _ context: ChangeContext
    ) async throws(PublishingError) -> Credential {
        try await write(for: context) { database in
            let id = known.operator.id
            let old = try database.lockedCredential(id, .operator)
            let now = try database.now()
            let hasSession = try database.session(session)?.operator.id == id
            try known.checkIsCurrent(try database.signInRecord(id: id), hasSession: hasSession)
            try database.setSecret(hash, of: id)
            try database.deleteSessions(of: id, except: session)
            return try record("password", old, context, at: now, database)
        }
    }

    /// Adds the old and the new state of a credential to the audit log.
    private func record(
        _ action: String, _ old: Credential, _ context: ChangeContext, at now: Instant, _ database: any SQLTransaction
    ) throws -> Credential {
        let new = try database.requireCredential(old.id, old.kind)
        try database.append(.credential(action, from: old, to: new, context), at: now)
        return new
    }

    // MARK: Sessions

    public func signInRecord(of name: String) async throws(PublishingError) -> SignInRecord? {
        try await read { try $0.signInRecord(named: name) }
    }

    public func beginSession(
        _ hash: [UInt8], of known: SignInRecord, until end: Instant, idleTimeout: Int, _ context: ChangeContext
    ) async throws(PublishingError) {
        let id = known.operator.id
        try await write(for: context) { database in
            try database.lockCredential(id, isShared: true)
            let now = try database.now()
            try known.checkIsCurrent(try database.signInRecord(id: id))
            try database.deleteSessions(expiredAt: now, unusedSince: now.adding(seconds: -idleTimeout))
            try database.insertSession(hash, of: id, at: now, until: end)
            try database.append(AuditEntry(context, AuditEntry.sessionBegin, subject: id), at: now)
        }
    }

    public func session(_ hash: [UInt8]) async throws(PublishingError) -> OperatorSession? {
        try await read(isShort: true) { try $0.session(hash) }
    }

    public func recordUse(ofSession hash: [UInt8]) async throws(PublishingError) {
        let now = clock.now
        try await write { try $0.setUsed(session: hash, at: now) }
    }

    public func endSessions(
        of operator: String, only hash: [UInt8]?, _ context: ChangeContext
    ) async throws(PublishingError) {
        try await write(for: context) { database in
            let now = try database.now()
            if let hash {
                try database.deleteSession(hash, of: `operator`)
            } else {
                try database.deleteSessions(of: `operator`)
            }
            let action = hash == nil ? "session.endAll" : "session.end"
            try database.append(AuditEntry(context, action, subject: `operator`), at: now)
        }
    }
}
