import Foundation
public import HomeBlocks

/// A page's draft as it is stored: a revision, and the live revision that it was created from or last merged with.
public struct Draft: Sendable, Equatable {
    public let revision: Int
    public let base: Int
    public let updated: Authorship
    /// Conflicts between changes to live and the draft's own changes.
    public let conflicts: [MergeConflict]

    public init(revision: Int, base: Int, updated: Authorship, conflicts: [MergeConflict]) {
        self.revision = revision
        self.base = base
        self.updated = updated
        self.conflicts = conflicts
    }

    /// - Parameter live: the number of the live revision.
    public func state(of page: String, live: Int) -> DraftState {
        DraftState(
            page: page, revision: revision, base: base, live: live, updatedBy: updated.by, updatedAt: updated.at,
            conflicts: conflicts)
    }

    /// Requires that a draft exists and meets a precondition.
    public static func require(
        _ draft: Draft?, of page: String, live: Int, if precondition: Precondition
    ) throws(PublishingError) -> Draft {
        guard let draft else { throw missing(on: page, if: precondition) }
        let state = draft.state(of: page, live: live)
        guard state.meets(precondition) else { throw .changed(state.present) }
        return draft
    }

    /// Returns the error for a change to a draft that does not exist.
    public static func missing(on page: String, if precondition: Precondition) -> PublishingError {
        precondition == .none ? .noDraft(page) : .changed(.absent("draft"))
    }

    /// Whether the live revision has changed and is not merged into the draft yet.
    public func isBehind(_ live: Int) -> Bool { base != live }

    /// Returns the draft after a change by an operator.
    ///
    /// - Parameters:
    ///   - draft: the previous draft; nil if the change creates it.
    ///   - block: the changed block; nil for the order.
    public static func changed(
        _ draft: Draft?, to revision: Int, on live: Int, by created: Authorship, block: String?
    ) -> Draft {
        let open = (draft?.conflicts ?? []).open(afterChangeOf: block)
        return Draft(revision: revision, base: live, updated: created, conflicts: open)
    }

    /// Returns the draft after a live revision was merged into it.
    ///
    /// - Parameter revision: the revision with the result, which is the draft's own if the merge changed nothing.
    public func merged(
        with live: Int, to revision: Int, conflicts: [MergeConflict], by created: Authorship
    ) -> Draft {
        Draft(
            revision: revision, base: live, updated: revision == self.revision ? updated : created,
            conflicts: self.conflicts.adding(conflicts))
    }

    /// Returns the draft with the conflicts of a merge that is not stored yet.
    public func adding(_ conflicts: [MergeConflict]) -> Draft {
        Draft(revision: revision, base: base, updated: updated, conflicts: self.conflicts.adding(conflicts))
    }

    /// Returns the draft after several changes were made in it together.
    public static func changed(
        _ draft: Draft?, to revision: Int, on live: Int, by created: Authorship, _ changes: ChangeSelection
    ) -> Draft {
        let open = (draft?.conflicts ?? []).filter { !changes.covers($0) }
        return Draft(revision: revision, base: live, updated: created, conflicts: open)
    }

    /// Returns what is left of the draft when some of its changes are published. The published changes are then in its
    /// base, or are no longer in its revision.
    public func rest(after selection: ChangeSelection, on base: Int, revision: Int) -> Draft {
        Draft(
            revision: revision, base: base, updated: updated, conflicts: conflicts.filter { !selection.covers($0) })
    }

    /// Returns the draft with another base, without merging the changes between the two bases into it.
    public func rebased(on base: Int, revision: Int? = nil) -> Draft {
        Draft(revision: revision ?? self.revision, base: base, updated: updated, conflicts: conflicts)
    }
}

/// The complete state of a page's draft.
public struct DraftState: Sendable, Equatable {
    public let page: String
    public let revision: Int
    /// The live revision that it was created from or last merged with.
    public let base: Int
    /// The current live revision. It differs from `base` once a planned release has taken effect.
    public let live: Int
    public let updatedBy: String
    public let updatedAt: Instant
    /// Conflicts between changes to live and the draft's own changes.
    public let conflicts: [MergeConflict]

    public init(
        page: String, revision: Int, base: Int, live: Int, updatedBy: String, updatedAt: Instant,
        conflicts: [MergeConflict] = []
    ) {
        self.page = page
        self.revision = revision
        self.base = base
        self.live = live
        self.updatedBy = updatedBy
        self.updatedAt = updatedAt
        self.conflicts = conflicts
    }

    /// The entity tag of the draft. It changes when a planned release takes effect, since the draft then has the
    /// release's changes.
    public var tag: StateTag {
        let behind = base == live ? "" : "\n\(live)"
        return StateTag(hashing: Data("draft\n\(page)\n\(revision)\n\(updatedAt.milliseconds)\(behind)".utf8))
    }

    /// The entity tag of the draft's difference from live.
    public var differenceTag: StateTag { StateTag(hashing: Data("difference\n\(tag.text)\n\(base)\n\(live)".utf8)) }

    /// Whether a precondition holds. It may name the draft, or the draft's difference from live.
    public func meets(_ precondition: Precondition) -> Bool {
        precondition.allows(tag) || precondition.allows(differenceTag)
    }

    public var json: JSONObject {
        [
            "revision": JSONValue(revision), "base": JSONValue(base), "etag": .string("\"\(tag.text)\""),
            "updatedBy": .string(updatedBy), "updatedAt": .string(updatedAt.rfc3339),
            "conflicts": .array(conflicts.map(\.json)),
        ]
    }

    /// The current state, for a caller that has an older one.
    public var present: CurrentState {
        CurrentState("the draft", json: json, tag: tag, changedBy: updatedBy, changedAt: updatedAt)
    }
}

/// The changes that publishing a draft would make.
public struct DraftDifference: Sendable {
    public let page: String
    /// nil if there is no draft.
    public let draft: DraftState?
    /// The number of the live revision.
    public let against: Int
    public let difference: RevisionDifference
    /// The last author of each of the different blocks, by code.
    public let authors: [String: Authorship]
    /// The last author of the order.
    public let orderAuthor: Authorship

    public init(
        page: String, draft: DraftState?, against: Int, difference: RevisionDifference,
        authors: [String: Authorship], orderAuthor: Authorship
    ) {
        self.page = page
        self.draft = draft
        self.against = against
        self.difference = difference
        self.authors = authors
        self.orderAuthor = orderAuthor
    }

    public var json: JSONObject {
        var json = difference.json
        if let order = json["order"]?.object, order["moved"] != [] {
            json["order"] = .object(Self.adding(orderAuthor, to: order))
        }
        json["blocks"] = .array(
            (json["blocks"]?.array ?? []).map { block in
                guard let block = block.object else { return block }
                return .object(Self.adding(block["blockCode"]?.string.flatMap { authors[$0] }, to: block))
            })
        json["page"] = .string(page)
        json["draft"] = draft.map { .object($0.json) } ?? .null
        json["against"] = JSONValue(against)
        return json
    }

    private static func adding(_ author: Authorship?, to change: JSONObject) -> JSONObject {
        guard let author else { return change }
        return change.merging(["changedBy": .string(author.by), "changedAt": .string(author.at.rfc3339)]) { $1 }
    }
}
