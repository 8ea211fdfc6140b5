import HTTPTypes
import Hummingbird
import Logging
import Publishing

/// Finds out who sends a request and whether they may do what they ask.
struct Authenticator: Sendable {
    let store: any PageStore
    let clock: PublishingClock
    let adminTokenHash: [UInt8]?

    /// The sender, if the credential is good and its role high enough.
    ///
    /// - Throws: ``PublishingError/unauthorized(_:)`` or ``PublishingError/forbidden(needed:)``; a credential
    ///   that was refused stands in the audit log.
    func actor(of request: Request, needs role: Role, context: ServerContext) async throws -> Actor {
        guard let header = request.headers[.authorization] else {
            throw PublishingError.unauthorized("This needs a token. Send it as Authorization: Bearer TOKEN.")
        }
        let credential: String?
        let reason: String
        switch try await check(header) {
        case .success(let actor) where actor.role >= role: return actor
        case .success(let actor): (credential, reason) = (actor.credential, "the role is \(actor.role.rawValue)")
        case .failure(let refusal): (credential, reason) = (refusal.credential, refusal.reason)
        }
        let path = context.endpointPath ?? request.uri.path
        context.logger.info(
            "credential refused",
            metadata: ["reason": "\(reason)", "route": "\(path)"])
        try await store.recordRefusal(
            AccessRefusal(
                credential: credential, action: "\(request.method) \(path)", reason: reason,
                requestID: context.requestID))
        if reason.hasPrefix("the role") { throw PublishingError.forbidden(needed: role) }
        throw PublishingError.unauthorized("The token is not valid: \(reason). Ask an admin for a new one.")
    }

    private struct Refusal: Error {
        let credential: String?
        let reason: String
    }

    private func check(_ header: String) async throws -> Result<Actor, Refusal> {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            return .failure(Refusal(credential: nil, reason: "it must be sent as Bearer TOKEN"))
        }
        let text = String(parts[1])
        if let adminTokenHash, AccessToken.isEqual(AccessToken.hash(text), adminTokenHash) {
            return .success(Actor(credential: "environment", name: "environment", role: .admin))
        }
        guard let token = AccessToken(parsing: text), let credential = try await store.credential(for: token) else {
            return .failure(Refusal(credential: nil, reason: "it is unknown"))
        }
        guard credential.isValid(at: clock.now) else {
            let reason = credential.revokedAt == nil ? "it has expired" : "it was revoked"
            return .failure(Refusal(credential: credential.id, reason: reason))
        }
        return .success(credential.actor)
    }
}
