import Foundation
import GRDB
import Publishing

extension SQLiteStore {
    /// Makes sure that an actor's credential is still good at an instant, and its role still high enough.
    ///
    /// - Parameter role: the role that is needed, if it is another one than the actor's authorization names.
    /// - Throws: ``PublishingError/refused(_:)``.
    static func checkAuthorization(
        of actor: Actor, needs role: Role? = nil, at now: Instant, _ database: Database
    ) throws {
        let present = try presentActor(of: actor, at: now, database)
        guard let needed = role ?? actor.authorization?.needed, present.role < needed else { return }
        throw PublishingError.refused(AuthorizationFailure(.role(needed: needed), of: present))
    }

    /// The actor with the role that the credential has now.
    private static func presentActor(of actor: Actor, at now: Instant, _ database: Database) throws -> Actor {
        switch actor.authorization?.proof {
        case nil: return actor
        case .token:
            let statement = try database.cachedStatement(
                sql: "SELECT * FROM credentials WHERE id = ? AND kind = 'token'")
            let credential = try Row.fetchOne(statement, arguments: [actor.credential]).map { try Credential($0) }
            let refusal = credential.map { $0.refusal(at: now) } ?? "it is unknown"
            if let refusal { throw PublishingError.refused(AuthorizationFailure(.token(reason: refusal), of: actor)) }
            return credential?.actor ?? actor
        case .session(let hash, let rules):
            guard let session = try session(hash, database), rules.allow(session, at: now) else {
                throw PublishingError.refused(AuthorizationFailure(.session, of: actor))
            }
            return session.operator.actor
        }
    }
}
