import Foundation
public import HomeBlocks

/// "Between these instants, this page shows that other page."
public struct Takeover: Sendable, Equatable {
    public enum State: String, Sendable {
        case pending
        case active
        case ended
        case cancelled
    }

    public let id: Int64
    public let page: String
    /// nil if the reader may not know of the shown page.
    public let shows: String?
    public let from: Instant
    public let until: Instant
    public let state: State
    public let message: String
    public let created: Authorship
    public let cancelled: Authorship?
    /// The author of the last change; nil if there was none.
    public let changed: Authorship?

    public init(
        id: Int64, page: String, shows: String?, from: Instant, until: Instant, state: State, message: String,
        created: Authorship, cancelled: Authorship? = nil, changed: Authorship? = nil
    ) {
        self.changed = changed
        self.id = id
        self.page = page
        self.shows = shows
        self.from = from
        self.until = until
        self.state = state
        self.message = message
        self.created = created
        self.cancelled = cancelled
    }
}

extension Takeover {
    /// The ETag of the plan. It does not change when the takeover begins or ends.
    public var tag: StateTag {
        let change = changed.map { "\($0.by)\n\($0.at.milliseconds)" } ?? ""
        let end = cancelled.map { "\($0.at.milliseconds)" } ?? ""
        let span = "\(from.milliseconds)\n\(until.milliseconds)"
        return StateTag(hashing: Data("takeover\n\(id)\n\(shows ?? "")\n\(span)\n\(message)\n\(change)\n\(end)".utf8))
    }

    /// The current state, for callers that know an older one.
    public var present: CurrentState {
        let last = cancelled ?? changed ?? created
        return CurrentState("the takeover", json: json, tag: tag, changedBy: last.by, changedAt: last.at)
    }

    public var json: JSONObject {
        [
            "etag": .string("\"\(tag.text)\""), "changedBy": changed.map { .string($0.by) } ?? .null,
            "changedAt": changed.map { .string($0.at.rfc3339) } ?? .null,
            "id": JSONValue(id), "page": .string(page), "shows": shows.map { .string($0) } ?? .null,
            "from": .string(from.rfc3339),
            "until": .string(until.rfc3339), "state": .string(state.rawValue), "message": .string(message),
            "createdBy": .string(created.by), "createdAt": .string(created.at.rfc3339),
            "cancelledBy": cancelled.map { .string($0.by) } ?? .null,
            "cancelledAt": cancelled.map { .string($0.at.rfc3339) } ?? .null,
        ]
    }
}

/// A stored takeover.
public struct TakeoverRecord: Sendable, Equatable {
    public let id: Int64
    /// The slug of the shown page.
    public let shows: String
    public let from: Instant
    /// When it ends unless it is cancelled.
    public let plannedUntil: Instant
    public let message: String
    public let created: Authorship
    public let cancelled: Authorship?
    /// The author of the last change; nil if there was none.
    public let changed: Authorship?

    public init(
        id: Int64, shows: String, from: Instant, plannedUntil: Instant, message: String, created: Authorship,
        cancelled: Authorship?, changed: Authorship? = nil
    ) {
        self.changed = changed
        self.id = id
        self.shows = shows
        self.from = from
        self.plannedUntil = plannedUntil
        self.message = message
        self.created = created
        self.cancelled = cancelled
    }

    /// When it ends, or when it ended because it was cancelled.
    public var until: Instant { min(plannedUntil, cancelled?.at ?? plannedUntil) }

    public func state(at now: Instant) -> Takeover.State {
        if let cancelled, cancelled.at < plannedUntil { return .cancelled }
        return now < from ? .pending : now < until ? .active : .ended
    }

    /// The takeover as returned to operators.
    ///
    /// - Parameter rights: the rights of the reader; nil for rights to all pages.
    public func takeover(of page: String, at now: Instant, for rights: Rights? = nil) -> Takeover {
        Takeover(
            id: id, page: page, shows: rights?.include(shows) ?? true ? shows : nil, from: from, until: plannedUntil,
            state: state(at: now),
            message: message, created: created, cancelled: cancelled, changed: changed)
    }

    /// Checks that it can be cancelled, which requires that it has not ended.
    public func checkCancellation(at now: Instant) throws(PublishingError) {
        let state = state(at: now)
        guard state == .pending || state == .active else {
            throw .conflict("The takeover is already \(state.rawValue).")
        }
    }
}

extension TakeoverPlan {
    /// Returns the span of the takeover, if the plan is valid for the page.
    ///
    /// - Parameters:
    ///   - shown: the page that the plan names, if it exists.
    ///   - existing: the takeovers of the page.
    ///   - rights: the rights of the author.
    public func span(
        on page: PageInfo, showing shown: PageInfo?, existing: [TakeoverRecord], at now: Instant, for rights: Rights,
        _ detail: String = TakeoverPlan.detail
    ) throws(PublishingError) -> (from: Instant, until: Instant) {
        let span = try span(at: now, detail)
        try check(shown, on: page, detail)
        let overlap = existing.first {
            $0.cancelled == nil && $0.from < span.until && span.from < $0.until
        }
        if let overlap {
            let other = rights.include(overlap.shows) ? "\"\(overlap.shows)\"" : "another page"
            throw .conflict(
                "The page already shows \(other) from \(overlap.from.rfc3339) until "
                    + "\(overlap.until.rfc3339) (takeover \(overlap.id)). "
                    + "Cancel that takeover, or choose another time.")
        }
        return span
    }

    private func check(_ shown: PageInfo?, on page: PageInfo, _ detail: String) throws(PublishingError) {
        let reason: String
        if let shown {
            if shown.slug == page.slug {
                reason = "must be another page"
            } else if let client = page.client, client != shown.client {
                reason = "must be a page for the \(client.rawValue) apps, like this one"
            } else {
                return
            }
        } else {
            throw Self.noPage(detail)
        }
        let issue = ValidationIssue(JSONPointer(["shows"]), reason)
        throw .invalid(InvalidInput("\(detail): /shows \(reason).", issues: [issue]))
    }

    /// The error for an unknown page, or one that the author may not know of.
    static func noPage(_ detail: String) -> PublishingError {
        let issue = ValidationIssue(JSONPointer(["shows"]), "is not the name of a page; GET /pages lists them")
        return .invalid(InvalidInput("\(detail): /shows \(issue.reason).", issues: [issue]))
    }
}
