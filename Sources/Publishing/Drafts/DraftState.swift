import Foundation
public import HomeBlocks

/// A page's draft as a whole.
public struct DraftState: Sendable, Equatable {
    public let page: String
    public let revision: Int
    /// The live revision that it was made from or brought up to.
    public let base: Int
    public let updatedBy: String
    public let updatedAt: Instant

    public init(page: String, revision: Int, base: Int, updatedBy: String, updatedAt: Instant) {
        self.page = page
        self.revision = revision
        self.base = base
        self.updatedBy = updatedBy
        self.updatedAt = updatedAt
    }

    public var tag: StateTag {
        StateTag(hashing: Data("draft\n\(page)\n\(revision)\n\(updatedAt.milliseconds)".utf8))
    }

    public var json: JSONObject {
        [
            "revision": JSONValue(revision), "base": JSONValue(base), "updatedBy": .string(updatedBy),
            "updatedAt": .string(updatedAt.rfc3339),
        ]
    }

    /// What somebody is told who knows an older state.
    public var present: PresentState {
        PresentState("the draft", json: json, tag: tag, changedBy: updatedBy, changedAt: updatedAt)
    }
}
