public import HomeBlocks

/// An entry of a page's history.
public struct RevisionSummary: Sendable, Equatable {
    public let number: Int
    /// The revision that it was created from; nil if there was none or it was pruned.
    public let parent: Int?
    public let cause: String
    public let message: String
    public let created: Authorship
    public let isLive: Bool
    public let isDraft: Bool
    /// Whether it is, was or will be live.
    public let isReleased: Bool
    /// The changes from the parent; nil without a parent.
    public let changes: ChangeSummary?

    public init(
        number: Int, parent: Int?, cause: String, message: String, created: Authorship, isLive: Bool, isDraft: Bool,
        isReleased: Bool, changes: ChangeSummary?
    ) {
        self.number = number
        self.parent = parent
        self.cause = cause
        self.message = message
        self.created = created
        self.isLive = isLive
        self.isDraft = isDraft
        self.isReleased = isReleased
        self.changes = changes
    }

    public var json: JSONValue {
        [
            "number": JSONValue(number), "parent": parent.map { JSONValue($0) } ?? .null, "cause": .string(cause),
            "message": .string(message), "createdBy": .string(created.by), "createdAt": .string(created.at.rfc3339),
            "live": .bool(isLive), "draft": .bool(isDraft), "released": .bool(isReleased),
            "changes": changes.map { .object($0.json) } ?? .null,
        ]
    }
}
