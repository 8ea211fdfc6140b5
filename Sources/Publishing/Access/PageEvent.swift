public import HomeBlocks

/// A change of a page, as it is told to those who look at it: a line of the audit log without what was before and after.
public struct PageEvent: Sendable, Equatable {
    public let id: Int64
    public let at: Instant
    public let actor: String
    public let action: String
    public let page: String
    public let subject: String?
    public let requestID: String

    public init(
        id: Int64, at: Instant, actor: String, action: String, page: String, subject: String?, requestID: String
    ) {
        self.id = id
        self.at = at
        self.actor = actor
        self.action = action
        self.page = page
        self.subject = subject
        self.requestID = requestID
    }

    public var json: JSONValue {
        [
            "id": JSONValue(id), "at": .string(at.rfc3339), "actor": .string(actor), "action": .string(action),
            "page": .string(page), "subject": subject.map { .string($0) } ?? .null, "requestId": .string(requestID),
        ]
    }
}
