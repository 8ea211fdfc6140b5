import HomeBlocks
import Publishing
import Testing

/// Who may change credentials, and when a credential permits a change.
@Suite(.timeLimit(.minutes(1))) struct CredentialRulesTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let ada = Actor(credential: "ada", name: "Ada", role: .admin)

    private func credential(
        _ kind: Credential.Kind, _ id: String, role: Role = .admin, revoked: Bool = false, expires: Instant? = nil
    ) -> Credential {
        Credential(
            kind: kind, id: id, name: id, rights: Rights(role), created: Authorship(by: "x", at: now),
            expiresAt: expires,
            revokedAt: revoked ? now : nil)
    }

    @Test func anOperator_isRevokedByOthersOnly_andATokenByAnybody() throws {
        try credential(.operator, "bo").checkRevocation(by: ada)
        try credential(.token, "ada").checkRevocation(by: ada)
        #expect(throws: PublishingError.self) { try credential(.operator, "ada").checkRevocation(by: ada) }
        #expect(throws: PublishingError.self) { try credential(.token, "t", revoked: true).checkRevocation(by: ada) }
    }

    @Test func admins_takeTheirRoleOnlyFromOthers() throws {
        try Credential.checkOwnRights(nil, of: ada)
        try Credential.checkOwnRights(credential(.operator, "bo", role: .viewer), of: ada)
        try Credential.checkOwnRights(credential(.operator, "ada"), of: ada)
        #expect(throws: PublishingError.self) {
            try Credential.checkOwnRights(credential(.operator, "ada", role: .publisher), of: ada)
        }
        let byGroup = Credential(
            kind: .operator, id: "ada", name: "Ada", rights: Rights(.viewer),
            groups: [OperatorGroup(id: "g", name: "Heads", rights: Rights(.admin))],
            created: Authorship(by: "x", at: now))
        try Credential.checkOwnRights(byGroup, of: ada)
    }

    @Test func aDeletedOperator_isNotChanged() throws {
        let change = OperatorChange(rights: RightsChange(role: .viewer))
        let gone = credential(.operator, "bo", revoked: true)
        #expect(throws: PublishingError.self) { try change.applied(to: gone, pages: [], groups: []) }
        #expect(try change.applied(to: credential(.operator, "bo"), pages: [], groups: []).rights == Rights(.viewer))
    }

    @Test func anOperatorsName_isUnique_andATokensNot() throws {
        let token = try CredentialPlan(token: "CI", Rights(.editor))
        let mei = try CredentialPlan(.operator, json: ["name": "Mei", "role": "editor"], at: now)
        try token.checkName(isTaken: true)
        try mei.checkName(isTaken: false)
        #expect(throws: PublishingError.self) { try mei.checkName(isTaken: true) }
    }

    @Test func theSetUp_worksOnce() throws {
        try CredentialPlan.checkSetUp(hasOperators: false)
        #expect(throws: PublishingError.self) { try CredentialPlan.checkSetUp(hasOperators: true) }
    }

    @Test func aMissingCredential_isNamedOnlyIfItsIdIsWellFormed() {
        #expect {
            try Credential.require(nil, .token, "abc")
        } throws: { "\($0)".contains("\\\"abc\\\"") }
        #expect {
            try Credential.require(nil, .token, "hb_abc_SECRET")
        } throws: { !"\($0)".contains("SECRET") }
    }

    @Test func aSignIn_needsTheCurrentPasswordOperatorAndSession() throws {
        let known = SignInRecord(operator: credential(.operator, "ada"), hash: [1])
        try known.checkIsCurrent(known)
        let others = [
            nil, SignInRecord(operator: credential(.operator, "ada"), hash: [2]),
            SignInRecord(operator: credential(.operator, "ada", revoked: true), hash: [1]),
        ]
        for other in others { #expect(throws: PublishingError.self) { try known.checkIsCurrent(other) } }
        #expect(throws: PublishingError.self) { try known.checkIsCurrent(known, hasSession: false) }
    }

    // MARK: Authorization

    private func cause(
        _ actor: Actor, _ proof: Actor.StoredProof?, needs role: Role? = nil
    ) -> AuthorizationFailure.Cause? {
        do throws(PublishingError) {
            try actor.checkAuthorization(proof, needs: role, at: now)
            return nil
        } catch {
            guard case .refused(let failure) = error else { return nil }
            return failure.cause
        }
    }

    @Test func anActorThatTheDatabaseDoesNotKnow_hasItsOwnRole() {
        let editor = Actor(credential: "local", name: "x", role: .editor)
        #expect(cause(editor, nil) == nil)
        #expect(cause(editor, nil, needs: .admin) == .role(held: .editor, needed: .admin))
    }

    @Test func aToken_allowsChangesByItsCurrentRole_whileItIsValid() {
        let actor = ada.authorized(by: Authorization(.token, needs: .publisher))
        #expect(cause(actor, .token(credential(.token, "ada", role: .publisher))) == nil)
        #expect(
            cause(actor, .token(credential(.token, "ada", role: .editor))) == .role(held: .editor, needed: .publisher))
        #expect(cause(actor, .token(credential(.token, "ada", revoked: true))) == .token(reason: "it was revoked"))
        #expect(cause(actor, .token(credential(.token, "ada", expires: now))) == .token(reason: "it has expired"))
        #expect(cause(actor, .token(nil)) == .token(reason: "it is unknown"))
    }

    @Test func aSession_allowsChangesByItsRole_untilItHasEnded() {
        let rules = SessionRules()
        let actor = ada.authorized(by: Authorization(.session(hash: [1], rules), needs: .publisher))
        func session(_ role: Role, usedBefore seconds: Int) -> OperatorSession {
            OperatorSession(
                operator: credential(.operator, "ada", role: role), createdAt: now,
                lastUsedAt: now.adding(seconds: -seconds), expiresAt: now.adding(seconds: 1))
        }
        #expect(cause(actor, .session(session(.publisher, usedBefore: 0))) == nil)
        #expect(cause(actor, .session(session(.viewer, usedBefore: 0))) == .role(held: .viewer, needed: .publisher))
        #expect(cause(actor, .session(session(.admin, usedBefore: rules.idleTimeout))) == .session)
        #expect(cause(actor, .session(nil)) == .session)
    }
}
