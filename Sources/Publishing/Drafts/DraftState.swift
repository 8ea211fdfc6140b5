import Foundation
public import HomeBlocks

/// A page's draft as a whole.
public struct DraftState: Sendable, Equatable {
    public let page: String
    public let revision: Int
    /// The live revision that it was made from or last brought up to.
    public let base: Int
    /// The revision that is live now: another one than `base` once a planned release has taken effect.
    public let live: Int
    public let updatedBy: String
    public let updatedAt: Instant
    /// Where what became live met the draft's own changes.
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

    /// The validator of the draft. A planned release that takes effect changes it: the draft has its changes then.
    public var tag: StateTag {
        let behind = base == live ? "" : "\n\(live)"
        return StateTag(hashing: Data("draft\n\(page)\n\(revision)\n\(updatedAt.milliseconds)\(behind)".utf8))
    }

    /// The validator of the draft's difference from what is live.
    public var differenceTag: StateTag { StateTag(hashing: Data("difference\n\(tag.text)\n\(base)\n\(live)".utf8)) }

    /// Whether a precondition holds: it may name the draft, or its difference from what is live.
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

    /// What somebody is told who knows an older state.
    public var present: CurrentState {
        CurrentState("the draft", json: json, tag: tag, changedBy: updatedBy, changedAt: updatedAt)
    }
}
