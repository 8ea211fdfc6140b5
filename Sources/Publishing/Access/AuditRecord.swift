public import HomeBlocks

/// A line of the audit log: who did what to what, when, before and after.
public struct AuditRecord: Sendable, Equatable {
    public enum Outcome: String, Sendable, CaseIterable {
        case done
        case refused
    }

    public let id: Int64
    public let at: Instant
    public let actor: String
    public let credential: String?
    public let action: String
    public let outcome: Outcome
    public let page: String?
    public let subject: String?
    public let before: JSONValue?
    public let after: JSONValue?
    public let requestID: String

    public init(
        id: Int64, at: Instant, actor: String, credential: String?, action: String, outcome: Outcome, page: String?,
        subject: String?, before: JSONValue?, after: JSONValue?, requestID: String
    ) {
        self.id = id
        self.at = at
        self.actor = actor
        self.credential = credential
        self.action = action
        self.outcome = outcome
        self.page = page
        self.subject = subject
        self.before = before
        self.after = after
        self.requestID = requestID
    }

    public var json: JSONValue {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return [
            "id": JSONValue(id), "at": .string(at.rfc3339), "actor": .string(actor), "credential": text(credential),
            "action": .string(action), "outcome": .string(outcome.rawValue), "page": text(page),
            "subject": text(subject), "before": before ?? .null, "after": after ?? .null,
            "requestId": .string(requestID),
        ]
    }
}
