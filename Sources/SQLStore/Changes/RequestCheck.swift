import HomeBlocks
import Publishing

/// Checks within the transaction whether a request may be made: its credential, and whether it was made before.
final class RequestCheck {
    private let context: ChangeContext
    /// The key that ensures that the request is made only once; nil if it may be repeated.
    private let idempotency: Idempotency?
    private let now: Instant
    private var proof: Actor.StoredProof?
    private var isFirst = true
    private var stored: (fingerprint: [UInt8], text: String)?

    /// - Parameter isOnce: whether a retry with the same key returns the first response.
    init(_ context: ChangeContext, isOnce: Bool, at now: Instant) {
        self.context = context
        idempotency = isOnce ? context.idempotency : nil
        self.now = now
    }

    /// Returns queries that lock the credential and claim the key until the transaction ends. A revocation is ordered
    /// before or after the change, and another request with the same key waits.
    func queries(_ database: any SQLTransaction) -> [SQLQuery] { credentialQueries(database) + claimQueries }

    /// The actor with the current rights. They may differ from those at the start of the request.
    private(set) lazy var actor = context.actor

    /// - Parameter role: a role that the request needs in addition to the one that was already checked.
    /// - Throws: ``PublishingError`` if the credential does not allow the request.
    func requireAllowed(as role: Role? = nil) throws {
        actor = try context.actor.checkAuthorization(proof, needs: role, at: now)
    }

    /// - Throws: ``PublishingError`` if the credential does not allow the request.
    /// - Returns: the first outcome if the request was made before; nil otherwise.
    func firstOutcome() throws -> ChangeOutcome? {
        try requireAllowed()
        guard !isFirst, let idempotency else { return nil }
        guard let stored else {
            throw PublishingError.internalError("the response to the key \(idempotency.key) is missing")
        }
        try idempotency.check(stored.fingerprint)
        return try ChangeOutcome(stored: stored.text).shown(to: actor.rights)
    }

    /// Stores the outcome of the request for its retries.
    func store(_ outcome: ChangeOutcome, _ database: any SQLTransaction) throws {
        guard let idempotency else { return }
        try database.runLater(
            "UPDATE idempotency SET answer = ?3 WHERE credential = ?1 AND key = ?2", context.actor.credential,
            idempotency.key, outcome.stored)
    }

    private func credentialQueries(_ database: any SQLTransaction) -> [SQLQuery] {
        guard let kind = context.actor.authorization?.proof else { return [] }
        let id = context.actor.credential
        let lock = database.dialect.takingCredential(true).map { SQLQuery($0, id) { _ in } }
        switch kind {
        case .token:
            proof = .token(nil)
            let query = SQLQuery(Credential.tokenQuery(database.dialect), id) {
                self.proof = .token(try Credential($0))
            }
            return [lock, query].compactMap(\.self)
        case .link(let hash):
            proof = .link(nil)
            let query = SQLQuery(LinkApprover.query(database.dialect), hash) {
                self.proof = .link(try LinkApprover($0))
            }
            return [lock, query].compactMap(\.self)
        case .session(let hash, _):
            proof = .session(nil)
            let query = SQLQuery(OperatorSession.query(database.dialect), hash) {
                self.proof = .session(try OperatorSession($0))
            }
            return [lock, query].compactMap(\.self)
        }
    }

    private var claimQueries: [SQLQuery] {
        guard let idempotency else { return [] }
        let credential = context.actor.credential
        isFirst = false
        let claim = SQLQuery(
            """
            INSERT INTO idempotency (credential, key, fingerprint, answer, created_at) VALUES (?1, ?2, ?3, 'null', ?4)
            ON CONFLICT (credential, key)
            DO UPDATE SET fingerprint = ?3, answer = 'null', created_at = ?4 WHERE idempotency.created_at <= ?5
            RETURNING 1
            """, credential, idempotency.key, idempotency.fingerprint, now,
            now.adding(seconds: -Idempotency.lifetime)
        ) { _ in self.isFirst = true }
        let response = SQLQuery({
            self.isFirst
                ? nil
                : (
                    "SELECT fingerprint, answer FROM idempotency WHERE credential = ?1 AND key = ?2",
                    [.text(credential), .text(idempotency.key)]
                )
        }) { row in
            self.stored = (try row.bytes(0), try row.text(1))
        }
        return [claim, response]
    }
}
