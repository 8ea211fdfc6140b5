/// Rules for creating, changing and revoking tokens and operators.
extension Credential {
    /// The interval, in seconds, at which a token's last use is stored.
    public static let useInterval = 60

    /// Requires that the credential that a request names exists.
    public static func require(
        _ credential: Credential?, _ kind: Kind, _ id: String
    ) throws(PublishingError) -> Credential {
        if let credential { return credential }
        // An invalid ID may be a whole token that was pasted, so the message does not repeat it.
        guard Identifier.isSlug(id) else { throw .notFound("There is no such \(kind.rawValue).") }
        throw .notFound("There is no \(kind.rawValue) \"\(id)\".")
    }

    /// Checks that an actor may revoke the credential. Operators cannot delete their own account, so that an admin is
    /// left.
    public func checkRevocation(by actor: Actor) throws(PublishingError) {
        guard revokedAt == nil else { throw .conflict("The \(kind.rawValue) \"\(id)\" is already revoked.") }
        guard kind == .token || actor.credential != id else {
            throw .conflict("You cannot delete your own account. Ask another admin.")
        }
    }

    /// Checks that the operator may be changed.
    public func checkChange() throws(PublishingError) {
        guard revokedAt == nil else { throw .conflict("The operator \"\(id)\" was deleted. Create another one.") }
    }

    /// Checks that an actor whose own rights were changed is still an admin, so that one is left who can undo the
    /// change.
    ///
    /// - Parameter changed: the actor's credential after the change; nil if the actor has none that was changed.
    public static func checkOwnRights(_ changed: Credential?, of actor: Actor) throws(PublishingError) {
        guard let changed, changed.id == actor.credential, changed.effectiveRights.role < .admin else { return }
        throw .conflict("You cannot take the role admin from yourself. Ask another admin.")
    }
}

extension CredentialPlan {
    /// Checks that an operator's name is available: operators sign in with it.
    public func checkName(isTaken: Bool) throws(PublishingError) {
        guard kind == .token || !isTaken else {
            throw .conflict("The operator \"\(name)\" already exists. Choose another name.")
        }
    }

    /// Checks that an operator may be created without signing in: only the first one, and only once. Deleted operators
    /// count.
    public static func checkSetUp(hasOperators: Bool) throws(PublishingError) {
        guard !hasOperators else {
            throw .conflict("There is an operator already. Sign in, or ask an admin for an account.")
        }
    }
}

extension SignInRecord {
    /// Checks that the results of checks before the transaction still hold. Hashing a password takes a while, and the
    /// password may have been replaced or the session may have ended in the meantime.
    ///
    /// - Parameters:
    ///   - current: the operator's current stored record; nil if the operator was deleted.
    ///   - hasSession: whether the request's session still exists.
    public func checkIsCurrent(_ current: SignInRecord?, hasSession: Bool = true) throws(PublishingError) {
        guard let current, current.hash == hash, current.operator.revokedAt == nil, hasSession else {
            throw .unauthorized("The password was changed, or the session has ended. Sign in again.")
        }
    }
}

extension Actor {
    /// The stored state of an actor's proof.
    public enum StoredProof: Sendable {
        case token(Credential?)
        case session(OperatorSession?)
        case link(LinkApprover?)
    }

    /// Checks that the actor's credential is still valid at an instant and that its role is still sufficient.
    ///
    /// - Parameters:
    ///   - proof: nil for an actor that is not in the database, whose role is accepted as it is.
    ///   - role: the required role, if it differs from the one in the actor's authorization.
    /// - Returns: the actor with their current rights.
    /// - Throws: ``PublishingError/refused(_:)``.
    @discardableResult
    public func checkAuthorization(
        _ proof: StoredProof?, needs role: Role? = nil, at now: Instant
    ) throws(PublishingError) -> Actor {
        let current = try current(proof, at: now)
        if let needed = role ?? authorization?.needed {
            try current.checkRights(needed, on: authorization?.scope ?? .everything)
        }
        return current
    }

    /// Returns the actor if their rights suffice, also when the change is made.
    public func needing(_ role: Role, on scope: Scope) throws(PublishingError) -> Actor {
        try checkRights(role, on: scope)
        guard let authorization else { return self }
        return authorized(by: Authorization(authorization.proof, needs: role, on: scope))
    }

    /// Checks that the actor's rights suffice.
    public func checkRights(_ needed: Role, on scope: Scope) throws(PublishingError) {
        if let cause = rights.refusal(of: needed, on: scope) {
            throw .refused(AuthorizationFailure(cause, of: self))
        }
    }

    /// Returns the actor with the credential's current rights.
    private func current(_ proof: StoredProof?, at now: Instant) throws(PublishingError) -> Actor {
        switch proof {
        case nil: return self
        case .token(let credential):
            let refusal = credential.map { $0.refusal(at: now) } ?? "it is unknown"
            if let refusal { throw .refused(AuthorizationFailure(.token(reason: refusal), of: self)) }
            return credential?.actor ?? self
        case .session(let session):
            guard case .session(_, let rules)? = authorization?.proof, let session, rules.allow(session, at: now)
            else { throw .refused(AuthorizationFailure(.session, of: self)) }
            return session.operator.actor
        case .link(let link):
            guard let link else { throw .unknownLink }
            return try link.actor(at: now)
        }
    }
}
