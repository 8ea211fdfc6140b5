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

extension AuditEntry {
    /// Returns an entry about a change to a stage of a page, with the order and the block before and after.
    public static func change(
        _ change: PageChange, _ context: ChangeContext, from old: (number: Int, order: OrderState, block: BlockState?),
        to new: (number: Int, order: OrderState, block: BlockState?),
        blocks: (old: [BlockState], new: [BlockState]) = ([], [])
    ) -> AuditEntry {
        var (before, after): (JSONObject, JSONObject) = (
            ["revision": JSONValue(old.number)], ["revision": JSONValue(new.number)]
        )
        if old.order.order != new.order.order {
            before["order"] = .array(old.order.order.map { .string($0) })
            after["order"] = .array(new.order.order.map { .string($0) })
        }
        if change.operation.changesSeveralBlocks {
            func json(_ blocks: [BlockState]) -> JSONValue {
                .object(JSONObject(blocks.map { ($0.block.blockCode, .object($0.block.visibility.json)) }) { $1 })
            }
            before["blocks"] = json(blocks.old)
            after["blocks"] = json(blocks.new)
        }
        if change.operation.blockCode != nil {
            before["block"] = old.block.map { .object($0.block.json) } ?? .null
            after["block"] = new.block.map { .object($0.block.json) } ?? .null
        }
        return AuditEntry(
            context, "\(change.stage.rawValue).\(change.operation.cause)", page: change.page,
            subject: change.operation.blockCode, before: .object(before), after: .object(after))
    }

    /// Returns an entry about a release of a page.
    ///
    /// - Parameters:
    ///   - old: the revision that was live before, if that matters.
    ///   - only: the draft's changes that the release contains; nil for all.
    public static func release(
        _ action: String, _ context: ChangeContext, page: String, _ release: ReleaseRecord, from old: Int? = nil,
        only: ChangeSelection? = nil
    ) -> AuditEntry {
        var after: JSONObject = ["revision": JSONValue(release.revision), "at": .string(release.at.rfc3339)]
        after["only"] = only?.json
        return AuditEntry(
            context, action, page: page, subject: "release \(release.id)",
            before: old.map { ["revision": JSONValue($0)] }, after: .object(after))
    }

    /// Returns an entry about a planned release whose time or message was changed.
    public static func changed(
        _ old: ReleaseRecord, to new: ReleaseRecord, _ context: ChangeContext, page: String
    ) -> AuditEntry {
        func plan(_ release: ReleaseRecord) -> JSONObject {
            ["at": .string(release.at.rfc3339), "message": .string(release.message)]
        }
        return AuditEntry(
            context, "release.change", page: page, subject: "release \(new.id)", before: .object(plan(old)),
            after: .object(plan(new)))
    }

    /// Returns an entry about a document that created a page or replaced the content of one of its stages.
    ///
    /// - Parameter old: the stage's previous revision; nil for a new page.
    public static func imported(
        _ cause: PageImport.Cause, _ context: ChangeContext, page: String, _ stage: Stage = .live, from old: Int?,
        to new: Int
    ) -> AuditEntry {
        let subject = stage == .live ? "page" : "draft"
        return AuditEntry(
            context, "\(subject).\(cause.rawValue)", page: page, before: old.map { ["revision": JSONValue($0)] },
            after: ["revision": JSONValue(new)])
    }

    public static func renamed(_ old: PageInfo, to new: PageInfo, _ context: ChangeContext) -> AuditEntry {
        func json(_ page: PageInfo) -> JSONValue {
            var members: JSONObject = ["page": .string(page.slug), "title": .string(page.title)]
            if old.client != new.client { members["client"] = page.client.map { .string($0.rawValue) } ?? .null }
            return .object(members)
        }
        return AuditEntry(context, "page.rename", page: new.slug, before: json(old), after: json(new))
    }

    public static func deleted(_ summary: PageSummary, _ context: ChangeContext) -> AuditEntry {
        AuditEntry(
            context, "page.delete", page: summary.page.slug,
            before: ["title": .string(summary.page.title), "revision": JSONValue(summary.revision)])
    }

    /// Returns an entry about a revision whose content was restored into the draft.
    ///
    /// - Parameters:
    ///   - old: the draft's previous revision, or the live one.
    ///   - new: the draft's current revision.
    public static func restored(
        _ restoration: DraftRestoration, of page: String, _ context: ChangeContext, from old: Int, to new: Int
    ) -> AuditEntry {
        var after: JSONObject = ["revision": JSONValue(new), "restored": JSONValue(restoration.revision)]
        after["only"] = restoration.only?.json
        return AuditEntry(
            context, "draft.restore", page: page, subject: "revision \(restoration.revision)",
            before: ["revision": JSONValue(old)], after: .object(after))
    }

    public static func discarded(_ draft: Draft, of page: String, _ context: ChangeContext) -> AuditEntry {
        AuditEntry(
            context, "draft.discard", page: page,
            before: ["revision": JSONValue(draft.revision), "base": JSONValue(draft.base)])
    }

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

    /// - Parameter action: `create`, `revoke`, `change` or `password`.
    public static func credential(
        _ action: String, from old: Credential? = nil, to new: Credential, _ context: ChangeContext
    ) -> AuditEntry {
        AuditEntry(
            context, "\(new.kind.rawValue).\(action)", subject: new.id, before: old.map { .object($0.json) },
            after: .object(new.json))
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
