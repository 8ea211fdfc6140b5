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

/// Which lines of the audit log are wanted; nil leaves a condition out.
public struct AuditFilter: Sendable {
    public var page: String?
    public var actor: String?
    public var action: String?
    public var outcome: AuditRecord.Outcome?
    /// Lines from this instant on.
    public var from: Instant?
    /// Lines before this instant.
    public var until: Instant?

    public init() {}
}

/// A change of a page as operators receive it: a line of the audit log without what was before and after.
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

/// A request whose credential was not good enough.
public struct AccessRefusal: Sendable {
    /// The credential's id, if it has one that is known.
    public let credential: String?
    /// The name that people know it by.
    public let name: String?
    /// What was requested, such as `POST /sort`.
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
