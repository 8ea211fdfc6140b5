public import HomeBlocks

/// A stored token or operator, without its secret.
public struct Credential: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case token
        case `operator`
    }

    public let kind: Kind
    public let id: String
    public let name: String
    /// Who counts as the author of its changes in reviews: the operator, or the creator of a token.
    public let person: String
    /// The credential's own rights.
    public let rights: Rights
    /// The groups of an operator.
    public let groups: [OperatorGroup]
    public let created: Authorship
    public let expiresAt: Instant?
    public let lastUsedAt: Instant?
    public let revokedAt: Instant?

    public init(
        kind: Kind = .token, id: String, name: String, person: String? = nil, rights: Rights,
        groups: [OperatorGroup] = [],
        created: Authorship, expiresAt: Instant? = nil, lastUsedAt: Instant? = nil, revokedAt: Instant? = nil
    ) {
        self.kind = kind
        self.id = id
        self.name = name
        self.person = person ?? name
        self.rights = rights
        self.groups = groups
        self.created = created
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
        self.revokedAt = revokedAt
    }

    /// Whether the credential is valid at an instant.
    public func isValid(at now: Instant) -> Bool { revokedAt == nil && expiresAt.map { now < $0 } ?? true }

    /// Returns why the credential is invalid at an instant; nil if it is valid.
    public func refusal(at now: Instant) -> String? {
        isValid(at: now) ? nil : revokedAt == nil ? "it has expired" : "it was revoked"
    }

    /// The credential's own rights and those of the operator's groups.
    public var effectiveRights: Rights { groups.reduce(rights) { $0.adding($1.rights) } }

    public var actor: Actor { Actor(credential: id, name: name, person: person, rights: effectiveRights) }

    public var json: JSONObject {
        func text(_ instant: Instant?) -> JSONValue { instant.map { .string($0.rfc3339) } ?? .null }
        var members: JSONObject = [
            "id": .string(id), "name": .string(name), "createdBy": .string(created.by),
            "createdAt": text(created.at), "revokedAt": text(revokedAt),
        ]
        switch kind {
        case .token:
            members["expiresAt"] = text(expiresAt)
            members["lastUsedAt"] = text(lastUsedAt)
        case .operator: members["groups"] = .array(groups.map { .object($0.json) })
        }
        return members.merging(rights.json) { $1 }
    }
}

/// A token or an operator to create.
public struct CredentialPlan: Sendable, Equatable {
    public let kind: Credential.Kind
    public let name: String
    public let rights: Rights
    /// The ids of an operator's groups.
    public let groups: Set<String>
    /// The expiry of a token; nil for none.
    public let expiresAt: Instant?
    /// The chosen password of an operator; nil to generate one.
    public let password: String?

    public init(token name: String, _ rights: Rights, expiresAt: Instant? = nil) throws(PublishingError) {
        guard Identifier.isTitle(name) else {
            throw .invalid(InvalidInput("A token's name has 1 to 200 characters and no control characters."))
        }
        kind = .token
        self.name = name
        self.rights = rights
        groups = []
        self.expiresAt = expiresAt
        password = nil
    }

    /// Creates the plan for the operator that the first start's set-up link creates.
    init(firstOperator name: String) {
        kind = .operator
        self.name = name
        rights = Rights(.admin)
        groups = []
        expiresAt = nil
        password = nil
    }

    /// Reads a body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(_ kind: Credential.Kind, json: JSONValue, at now: Instant) throws(PublishingError) {
        let own = kind == .token ? ["expiresAt"] : ["password", "groups"]
        var reader = try BodyReader(json, members: Set(["name", "role", "pages"] + own))
        reader.require("name", "role")
        let name = kind == .token ? reader.title("name") : reader.operatorName("name")
        let role = reader.role("role")
        let pages = reader.pageRoles("pages") ?? [:]
        groups = kind == .token ? [] : reader.groups("groups") ?? []
        expiresAt = kind == .token ? reader.instant("expiresAt") : nil
        if let expiresAt, expiresAt <= now { reader.issue("expiresAt", "must be in the future") }
        password = kind == .token ? nil : reader.password("password")
        self.kind = kind
        let known: Role
        (self.name, known) = try reader.finish("The \(kind.rawValue) was not created", name, role)
        rights = Rights(known, pages: pages)
    }

    /// Checks that the pages and groups that the plan names exist.
    public func check(pages: Set<String>, groups known: [OperatorGroup]) throws(PublishingError) {
        let detail = "The \(kind.rawValue) was not created"
        try rights.checkPages(exist: pages, detail)
        try OperatorGroup.check(groups, known, detail)
    }
}

/// A credential to store: its plan and the hash of its secret.
public struct NewCredential: Sendable {
    public let id: String
    public let plan: CredentialPlan
    public let hash: [UInt8]

    public init(id: String, plan: CredentialPlan, hash: [UInt8]) {
        self.id = id
        self.plan = plan
        self.hash = hash
    }

    /// Creates the credential of a token.
    public init(_ token: AccessToken, plan: CredentialPlan) {
        self.init(id: token.id, plan: plan, hash: token.hash)
    }
}

/// An admin's change to an operator. What it does not mention stays.
public struct OperatorChange: Sendable {
    public let rights: RightsChange
    /// The ids of all groups of the operator; nil to keep the current ones.
    public let groups: Set<String>?
    /// The new password; nil to keep the current one.
    public let password: String?

    private static let detail = "The operator was not changed"

    public init(rights: RightsChange = RightsChange(), groups: Set<String>? = nil) {
        self.rights = rights
        self.groups = groups
        password = nil
    }

    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["role", "pages", "groups", "password"])
        rights = RightsChange(&reader)
        groups = reader.groups("groups")
        password = reader.password("password")
        if rights.isEmpty, groups == nil, password == nil, reader.issues.isEmpty {
            reader.issue("role", "is required if there is no \"pages\", \"groups\" or \"password\"")
        }
        try reader.finish(Self.detail)
    }

    /// Returns the operator's new rights and groups.
    ///
    /// - Parameters:
    ///   - pages: the names of all pages.
    ///   - known: all groups.
    public func applied(
        to old: Credential, pages: Set<String>, groups known: [OperatorGroup]
    ) throws(PublishingError) -> (rights: Rights, groups: Set<String>) {
        try old.checkChange()
        let new = try rights.applied(to: old.rights, pages: pages, Self.detail)
        if let groups { try OperatorGroup.check(groups, known, Self.detail) }
        return (new, groups ?? Set(old.groups.map(\.id)))
    }
}

extension OperatorGroup {
    /// Checks that groups that a body names exist.
    fileprivate static func check(
        _ ids: Set<String>, _ known: [OperatorGroup], _ detail: String
    ) throws(PublishingError) {
        let missing = ids.subtracting(known.map(\.id)).sorted()
        guard let first = missing.first else { return }
        let reason = "has the unknown group \"\(first.prefix(64))\"; GET /api/groups lists the groups with their ids"
        let issue = ValidationIssue(JSONPointer(["groups"]), reason)
        throw .invalid(InvalidInput("\(detail): \(issue.pointer) \(reason).", issues: [issue]))
    }
}

extension BodyReader {
    /// Reads the ids of groups.
    fileprivate mutating func groups(_ name: String) -> Set<String>? {
        guard let value = value(name) else { return nil }
        guard let ids = value.array?.map(\.string), !ids.contains(nil), ids.count <= OperatorGroup.maximumCount else {
            issue(name, "must be an array of at most \(OperatorGroup.maximumCount) ids of groups")
            return nil
        }
        return Set(ids.compactMap(\.self))
    }
}
