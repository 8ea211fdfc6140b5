import HomeBlocks

/// Entries about the content of pages.
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
            if old.review != new.review { members["review"] = page.review.json }
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

    /// Returns an entry about a change that bypassed the review.
    public static func bypass(_ page: String, _ reason: String, _ context: ChangeContext) -> AuditEntry {
        AuditEntry(context, "review.bypass", page: page, after: ["reason": .string(reason)])
    }

    /// - Parameter action: `request`, `withdraw`, `approve`, `object`, `retract` or `wait`.
    static func review(
        _ action: String, _ page: String, subject: String? = nil, after: JSONObject? = nil, _ context: ChangeContext
    ) -> AuditEntry {
        AuditEntry(context, "review.\(action)", page: page, subject: subject, after: after.map { .object($0) })
    }

    public static func discarded(_ draft: Draft, of page: String, _ context: ChangeContext) -> AuditEntry {
        AuditEntry(
            context, "draft.discard", page: page,
            before: ["revision": JSONValue(draft.revision), "base": JSONValue(draft.base)])
    }
}
