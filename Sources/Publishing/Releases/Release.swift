import Foundation
public import HomeBlocks

/// "From this instant, this revision is live."
public struct Release: Sendable, Equatable {
    public enum State: String, Sendable {
        case live
        case pending
        /// It was planned, and takes effect only once its current state is approved.
        case waiting
        case past
        case cancelled
    }

    public let id: Int64
    public let page: String
    public let revision: Int
    /// The revision that it is planned on top of: the difference between the two is what it changes. nil if it was not
    /// planned.
    public let base: Int?
    public let at: Instant
    public let state: State
    public let message: String
    public let createdBy: String
    public let createdAt: Instant
    public let cancelled: Authorship?

    public init(
        id: Int64, page: String, revision: Int, base: Int? = nil, at: Instant, state: State, message: String,
        createdBy: String, createdAt: Instant, cancelled: Authorship? = nil
    ) {
        self.id = id
        self.page = page
        self.revision = revision
        self.base = base
        self.at = at
        self.state = state
        self.message = message
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.cancelled = cancelled
    }
}

extension Release {
    /// The ETag of its plan: its time and its message, but not its content, into which changes of live are merged.
    public var tag: StateTag {
        StateTag(
            hashing: Data("release\n\(page)\n\(id)\n\(at.milliseconds)\n\(cancelled != nil)\n\(message)".utf8))
    }

    /// The ETag of all its members.
    public var stateTag: StateTag {
        StateTag(
            hashing: Data("state\n\(tag.text)\n\(revision)\n\(base ?? 0)\n\(state.rawValue)".utf8))
    }

    /// Whether a precondition holds: it may have the ETag of the plan or that of all members.
    public func meets(_ precondition: Precondition) -> Bool {
        precondition.allows(tag) || precondition.allows(stateTag)
    }

    /// Checks that a preview link can show the release, which requires that it is planned.
    public func checkLink() throws(PublishingError) {
        guard state == .pending || state == .waiting else {
            throw .conflict(
                "The release \(id) is \(state.rawValue), not planned. Create a link to revision \(revision) instead.")
        }
    }

    /// Checks that a preview link still shows the release, which requires that it was not cancelled.
    public func checkPreview() throws(PublishingError) {
        guard state != .cancelled else { throw .notFound("The release \(id) was cancelled.") }
    }

    public var json: JSONObject {
        [
            "id": JSONValue(id), "page": .string(page), "revision": JSONValue(revision),
            "base": base.map { JSONValue($0) } ?? .null, "at": .string(at.rfc3339), "etag": .string("\"\(tag.text)\""),
            "state": .string(state.rawValue), "message": .string(message), "createdBy": .string(createdBy),
            "createdAt": .string(createdAt.rfc3339), "cancelledBy": cancelled.map { .string($0.by) } ?? .null,
            "cancelledAt": cancelled.map { .string($0.at.rfc3339) } ?? .null,
        ]
    }

    /// The current state, for callers that know an older one.
    ///
    /// - Parameter changed: the author of the last change since it was planned, if any.
    public func present(changed: Authorship?) -> CurrentState {
        CurrentState(
            "the release", json: json, tag: tag, changedBy: changed?.by ?? createdBy,
            changedAt: changed?.at ?? createdAt)
    }
}

/// A stored record of a release. A change that is merged into a planned release replaces its record by another one with
/// the same id.
public struct ReleaseRecord: Sendable, Equatable {
    /// The id of this record.
    public let record: Int64
    /// The id of the release, which all its records share.
    public let id: Int64
    public let revision: Int
    /// The revision that it was planned on top of or last merged with.
    public let base: Int?
    public let at: Instant
    public let message: String
    public let created: Authorship
    public let isScheduled: Bool
    public let cancelled: Authorship?
    /// Whether it waits for an approval: it does not take effect before, even if its instant is in the past.
    public let isHeld: Bool
    /// The people who changed something that it publishes.
    public let authors: Set<String>

    public init(
        record: Int64, id: Int64, revision: Int, base: Int?, at: Instant, message: String, created: Authorship,
        isScheduled: Bool, cancelled: Authorship?, isHeld: Bool = false, authors: Set<String> = []
    ) {
        self.isHeld = isHeld
        self.authors = authors
        self.record = record
        self.id = id
        self.revision = revision
        self.base = base
        self.at = at
        self.message = message
        self.created = created
        self.isScheduled = isScheduled
        self.cancelled = cancelled
    }

    /// The people who changed something that it publishes. Plans of earlier versions of the program have only a name.
    var knownAuthors: Set<String> { authors.isEmpty ? [created.by] : authors }

    func with(isHeld: Bool? = nil, authors: Set<String>? = nil) -> ReleaseRecord {
        ReleaseRecord(
            record: record, id: id, revision: revision, base: base, at: at, message: message, created: created,
            isScheduled: isScheduled, cancelled: cancelled, isHeld: isHeld ?? self.isHeld,
            authors: authors ?? self.authors)
    }

    /// The release, taking effect at an instant instead of the earlier one that it was planned for.
    func takingEffect(at instant: Instant) -> ReleaseRecord {
        ReleaseRecord(
            record: record, id: id, revision: revision, base: base, at: instant, message: message, created: created,
            isScheduled: true, cancelled: cancelled, authors: authors)
    }

    /// The release as returned to operators.
    ///
    /// - Parameters:
    ///   - liveRecord: the record that is live at that instant.
    ///   - cancelled: the author of a cancellation that is not stored yet.
    public func release(
        of page: String, at now: Instant, liveRecord: Int64?, cancelled: Authorship? = nil
    ) -> Release {
        let cancelled = cancelled ?? self.cancelled
        let state: Release.State =
            if cancelled != nil {
                .cancelled
            } else if record == liveRecord {
                .live
            } else if isHeld {
                .waiting
            } else {
                isScheduled && at > now ? .pending : .past
            }
        return Release(
            id: id, page: page, revision: revision, base: base, at: at, state: state, message: message,
            createdBy: created.by,
            createdAt: created.at, cancelled: cancelled)
    }

    /// Whether it has not taken effect.
    public func isPending(at now: Instant) -> Bool { isHeld || at > now }

    /// Checks that it can be changed or cancelled, which requires that it has not taken effect.
    public func checkIsPlanned(at now: Instant) throws(PublishingError) {
        guard cancelled == nil else { throw .conflict("The release is already cancelled.") }
        guard isPending(at: now) else {
            throw .conflict("The release has taken effect. To undo it, restore the revision that was live before it.")
        }
    }
}
