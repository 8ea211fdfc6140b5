public import HomeBlocks

/// An entry to add to the audit log.
public struct AuditEntry: Sendable, Equatable {
    public let actor: String
    public let credential: String?
    public let action: String
    public let outcome: AuditRecord.Outcome
    public let page: String?
    public let subject: String?
    public let before: JSONValue?
    public let after: JSONValue?
    public let requestID: String

    /// The action of a sign-in.
    public static let sessionBegin = "session.begin"

    /// Creates an entry about a completed action.
    public init(
        _ context: ChangeContext, _ action: String, page: String? = nil, subject: String? = nil,
        before: JSONValue? = nil, after: JSONValue? = nil
    ) {
        actor = context.actor.name
        credential = context.actor.credential
        self.action = action
        outcome = .done
        self.page = page
        self.subject = subject
        self.before = before
        self.after = after
        requestID = context.requestID
    }

    /// Creates an entry about a refused request.
    public init(_ refusal: AccessRefusal) {
        actor = refusal.name ?? "unknown"
        credential = refusal.credential
        action = refusal.action
        outcome = .refused
        (page, subject, before) = (nil, nil, nil)
        after = ["reason": .string(refusal.reason)]
        requestID = refusal.requestID
    }
}

/// Entries about everything else.
extension AuditEntry {
    /// - Parameter action: `create`, `change` or `delete`.
    public static func audience(
        _ action: String, from old: NamedAudience? = nil, to new: NamedAudience? = nil, _ context: ChangeContext
    ) -> AuditEntry {
        func json(_ audience: NamedAudience) -> JSONValue {
            ["title": .string(audience.title), "audience": audience.audience.conditions.json]
        }
        return AuditEntry(
            context, "audience.\(action)", subject: (new ?? old)?.name, before: old.map(json), after: new.map(json))
    }

    /// Returns an entry about a page whose blocks received the new conditions of an audience that they name.
    ///
    /// - Parameters:
    ///   - old: the previous live revision.
    ///   - new: the current live revision.
    public static func renewed(
        _ page: String, _ states: [RenewedState], _ audience: NamedAudience, _ context: ChangeContext, from old: Int?,
        to new: Int?
    ) -> AuditEntry {
        func revision(_ number: Int?) -> JSONValue { number.map { JSONValue($0) } ?? .null }
        return AuditEntry(
            context, "page.audience", page: page, subject: "audience \(audience.name)",
            before: ["revision": revision(old)],
            after: ["revision": revision(new), "states": .array(states.map { .string($0.state.description) })])
    }

    /// - Parameter action: `create`, `change` or `cancel`.
    public static func takeover(
        _ action: String, from old: Takeover? = nil, to takeover: Takeover, _ context: ChangeContext
    ) -> AuditEntry {
        AuditEntry(
            context, "takeover.\(action)", page: takeover.page, subject: "takeover \(takeover.id)",
            before: old.map { .object($0.json) }, after: .object(takeover.json))
    }

    /// - Parameter action: `create` or `revoke`.
    public static func link(_ action: String, _ link: PreviewLink, _ context: ChangeContext) -> AuditEntry {
        AuditEntry(
            context, "link.\(action)", page: link.page, subject: "link \(link.id)", after: .object(link.plan.json))
    }

    /// - Parameter action: `create`, `revoke`, `change` or `password`.
    public static func credential(
        _ action: String, from old: Credential? = nil, to new: Credential, _ context: ChangeContext
    ) -> AuditEntry {
        AuditEntry(
            context, "\(new.kind.rawValue).\(action)", subject: new.id, before: old.map { .object($0.json) },
            after: .object(new.json))
    }

    /// - Parameter action: `create`, `change` or `delete`.
    public static func group(
        _ action: String, from old: OperatorGroup? = nil, to new: OperatorGroup? = nil, _ context: ChangeContext
    ) -> AuditEntry {
        AuditEntry(
            context, "group.\(action)", subject: (new ?? old)?.id, before: old.map { .object($0.json) },
            after: new.map { .object($0.json) })
    }

    /// - Parameter action: `create`, `change` or `delete`.
    public static func feed(
        _ action: String, from old: FeedState? = nil, to new: FeedState?, _ context: ChangeContext
    ) -> AuditEntry {
        AuditEntry(
            context, "feed.\(action)", subject: (new ?? old)?.feed.name, before: old.map { .object($0.feed.json) },
            after: new.map { .object($0.feed.json) })
    }

    /// - Parameter action: `create`, `change` or `delete`.
    public static func picture(
        _ action: String, from old: UploadedPicture? = nil, to new: UploadedPicture? = nil, _ context: ChangeContext
    ) -> AuditEntry {
        func json(_ picture: UploadedPicture) -> JSONValue {
            [
                "name": .string(picture.name), "alt": .string(picture.alt),
                "tags": .array(picture.tags.map { .string($0) }), "type": .string(picture.format.mediaType),
                "bytes": JSONValue(picture.bytes),
            ]
        }
        return AuditEntry(
            context, "picture.\(action)", subject: (new ?? old)?.id, before: old.map(json), after: new.map(json))
    }

    /// Returns an entry about a draft in which one picture was replaced with another.
    public static func replaced(
        _ id: String, with other: String, _ replaced: ReplacedPicture, _ context: ChangeContext, from old: Int
    ) -> AuditEntry {
        AuditEntry(
            context, "draft.picture", page: replaced.page, subject: id, before: ["revision": JSONValue(old)],
            after: [
                "revision": JSONValue(replaced.revision), "picture": .string(other),
                "blocks": .array(replaced.blocks.map { .string($0) }),
            ])
    }

    /// Returns an entry about the deletion of unused pictures.
    public static func prunedPictures(_ ids: [String], by actor: Actor) -> AuditEntry {
        AuditEntry(
            ChangeContext(actor), "picture.prune",
            after: ["pictures": .array(ids.map { .string($0) }), "count": JSONValue(ids.count)])
    }

    public static func pruned(_ count: Int, _ retention: Retention, page: String, by actor: Actor) -> AuditEntry {
        AuditEntry(
            ChangeContext(actor), "page.prune", page: page,
            after: [
                "forgotten": JSONValue(count), "kept": JSONValue(retention.revisions),
                "days": JSONValue(retention.days),
            ])
    }

    public static func repaired(_ repairs: [PageRepair], page: String, by actor: Actor) -> AuditEntry {
        AuditEntry(
            ChangeContext(actor), "page.repair", page: page,
            after: ["repaired": .array(repairs.map { .string($0.description) })])
    }
}
