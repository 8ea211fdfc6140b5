/// The rules for making, changing and ending tokens and operators.
extension Credential {
    /// How often a token's last use is stored, in seconds.
    public static let useInterval = 60

    /// Requires a credential that a request names.
    public static func require(
        _ credential: Credential?, _ kind: Kind, _ id: String
    ) throws(PublishingError) -> Credential {
        if let credential { return credential }
        // What has not the form of an id may be a whole token that was pasted: it is not repeated.
        guard Identifier.isSlug(id) else { throw .notFound("There is no such \(kind.rawValue).") }
        throw .notFound("There is no \(kind.rawValue) \"\(id)\".")
    }

    /// Checks that an actor may end the credential. Operators cannot end their own account, so that an admin is left.
    public func checkRevocation(by actor: Actor) throws(PublishingError) {
        guard revokedAt == nil else { throw .conflict("The \(kind.rawValue) \"\(id)\" was revoked already.") }
        guard kind == .token || actor.credential != id else {
            throw .conflict("You cannot delete your own account. Ask another admin.")
        }
    }

    /// Checks that an actor may change the operator. Nobody changes their own role, so that an admin is left who can
    /// undo it.
    ///
    /// - Parameter role: the new role; nil if it stays.
    public func checkChange(to role: Role?, by actor: Actor) throws(PublishingError) {
        guard revokedAt == nil else { throw .conflict("The operator \"\(id)\" was deleted. Create another one.") }
        guard role == nil || role == self.role || actor.credential != id else {
            throw .conflict("You cannot change your own role. Ask another admin.")
        }
    }
}

extension CredentialPlan {
    /// Checks that the name is free: operators sign in by it.
    public func checkName(isTaken: Bool) throws(PublishingError) {
        guard kind == .token || !isTaken else {
            throw .conflict("There is an operator \"\(name)\" already. Choose another name.")
        }
    }

    /// Checks that an operator may be made without signing in: only the first one, and only once. Deleted ones count.
    public static func checkSetUp(hasOperators: Bool) throws(PublishingError) {
        guard !hasOperators else {
            throw .conflict("There is an operator already. Sign in, or ask an admin for an account.")
        }
    }
}

extension SignInRecord {
    /// Checks that what was checked before the transaction still holds. Comparing a password takes a while, in which
    /// the password may have been replaced or the session ended.
    ///
    /// - Parameters:
    ///   - current: the operator's stored record now; nil if the operator was deleted.
    ///   - hasSession: whether the session that the request came in is still there.
    public func checkIsCurrent(_ current: SignInRecord?, hasSession: Bool = true) throws(PublishingError) {
        guard let current, current.hash == hash, current.operator.revokedAt == nil, hasSession else {
            throw .unauthorized("The password or the session was ended in the meantime. Sign in again.")
        }
    }
}

extension Actor {
    /// What the store has for an actor's proof now.
    public enum StoredProof: Sendable {
        case token(Credential?)
        case session(OperatorSession?)
    }

    /// Checks that the actor's credential is still good at an instant, and its role still high enough.
    ///
    /// - Parameters:
    ///   - proof: nil for an actor that the database does not know, whose role counts as it is.
    ///   - role: the role that is needed, if it is another one than the actor's authorization names.
    /// - Throws: ``PublishingError/refused(_:)``.
    public func checkAuthorization(
        _ proof: StoredProof?, needs role: Role? = nil, at now: Instant
    ) throws(PublishingError) {
        let current = try current(proof, at: now)
        guard let needed = role ?? authorization?.needed, current.role < needed else { return }
        throw .refused(AuthorizationFailure(.role(needed: needed), of: current))
    }

    /// The actor with the role that the credential has now.
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
        }
    }
}
