public import HomeBlocks

/// What publishing a draft would change.
public struct DraftDifference: Sendable {
    public let page: String
    /// nil if there is no draft.
    public let draft: DraftState?
    /// The number of the live revision.
    public let against: Int
    public let difference: RevisionDifference

    public init(page: String, draft: DraftState?, against: Int, difference: RevisionDifference) {
        self.page = page
        self.draft = draft
        self.against = against
        self.difference = difference
    }

    public var json: JSONObject {
        difference.json.merging([
            "page": .string(page), "draft": draft.map { .object($0.json) } ?? .null, "against": JSONValue(against),
        ]) { $1 }
    }
}
