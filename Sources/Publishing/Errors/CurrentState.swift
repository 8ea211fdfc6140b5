public import HomeBlocks

/// What a caller is told whose precondition does not hold: how the thing is now, and whose doing that is.
public struct CurrentState: Sendable, Equatable {
    /// What it is about, as part of a sentence: "the order".
    public let subject: String
    /// The state as its own answer has it; nil if there is no such thing.
    public let json: JSONObject?
    public let tag: StateTag?
    public let changedBy: String
    public let changedAt: Instant

    public init(
        _ subject: String, json: JSONObject?, tag: StateTag?, changedBy: String = "",
        changedAt: Instant = Instant(milliseconds: 0)
    ) {
        self.subject = subject
        self.json = json
        self.tag = tag
        self.changedBy = changedBy
        self.changedAt = changedAt
    }

    /// The state of a thing that the caller takes to be there.
    public static func absent(_ subject: String) -> CurrentState { CurrentState(subject, json: nil, tag: nil) }
}
