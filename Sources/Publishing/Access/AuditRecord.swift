public import HomeBlocks

/// An entry of the audit log: who did what, to what and when, with the states before and after.
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

/// A filter for the audit log; nil leaves a condition out.
public struct AuditFilter: Sendable {
    public var page: String?
    public var actor: String?
    public var action: String?
    public var outcome: AuditRecord.Outcome?
    /// The start of the time range, inclusive.
    public var from: Instant?
    /// The end of the time range, exclusive.
    public var until: Instant?

    public init() {}
}

/// A change to a page as it is sent to operators: an entry of the audit log without the states before and after.
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

/// A request that was refused because of its credential.
public struct AccessRefusal: Sendable {
    /// The credential's ID, if it is known.
    public let credential: String?
    /// The display name.
    public let name: String?
    /// The requested action, such as `POST /sort`.
    public let action: String
    public let reason: String
    public let requestID: String

    public init(credential: String?, name: String? = nil, action: String, reason: String, requestID: String) {
        self.credential = credential
        self.name = name
        self.action = action
        self.reason = reason
        self.requestID = requestID
    }
}
