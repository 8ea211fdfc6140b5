public import HomeBlocks

/// A change of a planned release; nil leaves a member unchanged.
public struct ReleaseChange: Sendable, Equatable {
    public let at: Instant?
    public let message: String?

    private static let detail = "The release was not changed"

    public init(at: Instant? = nil, message: String? = nil) {
        self.at = at
        self.message = message
    }

    /// Reads a request body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["at", "message"])
        at = reader.instant("at")
        message = reader.value("message") == nil ? nil : reader.message()
        try reader.finish(Self.detail)
    }

    /// Returns when the release takes effect, and its message.
    ///
    /// - Parameters:
    ///   - changed: the author of the last change since it was planned, if any.
    ///   - lastChange: when the page was last changed, or `now` if that is later.
    public func plan(
        of release: ReleaseRecord, changed: Authorship?, on page: String, after lastChange: Instant, at now: Instant,
        if precondition: Precondition
    ) throws(PublishingError) -> Publication {
        let present = release.release(of: page, at: lastChange, liveRecord: nil)
        guard present.meets(precondition) else { throw .changed(present.present(changed: changed)) }
        try release.checkIsPlanned(at: lastChange)
        let plan = Publication(at: at ?? release.at, message: message ?? release.message)
        if at != nil || !release.isHeld { _ = try plan.instant(after: lastChange, at: now, Self.detail) }
        return plan
    }
}

extension ReleaseRecord {
    /// Whether moving the release to an instant changes its order relative to any of these releases. Of two at the same
    /// instant, the one with the lower id is the earlier one.
    public func passes(_ others: [ReleaseRecord], movingTo instant: Instant) -> Bool {
        others.contains { other in
            other.id != id && ((other.at, other.id) < (at, id)) != ((other.at, other.id) < (instant, id))
        }
    }
}
