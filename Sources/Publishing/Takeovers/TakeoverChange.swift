public import HomeBlocks

/// A change of a takeover that has not ended; nil leaves a member unchanged.
public struct TakeoverChange: Sendable, Equatable {
    public let shows: String?
    public let from: Instant?
    public let until: Instant?
    public let message: String?

    static let detail = "The takeover was not changed"

    public init(shows: String? = nil, from: Instant? = nil, until: Instant? = nil, message: String? = nil) {
        self.shows = shows
        self.from = from
        self.until = until
        self.message = message
    }

    /// Reads a request body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["shows", "from", "until", "message"])
        shows = reader.slug("shows")
        from = reader.instant("from")
        until = reader.instant("until")
        message = reader.value("message") == nil ? nil : reader.message()
        try reader.finish(Self.detail)
    }

    /// Returns the changed takeover. An active one keeps its beginning and the page that it shows, so that the past
    /// does not change.
    ///
    /// - Parameters:
    ///   - shown: the page that it shows after the change, if it exists.
    ///   - existing: the takeovers of the page.
    ///   - rights: the rights of the author.
    /// - Returns: nil if nothing changes.
    public func changed(
        _ old: TakeoverRecord, on page: PageInfo, showing shown: PageInfo?, existing: [TakeoverRecord],
        by changed: Authorship, for rights: Rights, if precondition: Precondition
    ) throws(PublishingError) -> TakeoverRecord? {
        let now = changed.at
        let present = old.takeover(of: page.slug, at: now, for: rights)
        guard precondition.allows(present.tag) else { throw .changed(present.present) }
        let isActive = present.state == .active
        guard isActive || present.state == .pending else {
            throw .conflict("The takeover is already \(present.state.rawValue). Create another one.")
        }
        if isActive { try checkIsKept(old) }
        let plan = TakeoverPlan(
            shows: shows ?? old.shows, from: from ?? old.from, until: until ?? old.plannedUntil,
            message: message ?? old.message)
        let span = try plan.span(
            on: page, showing: shown, existing: existing.filter { $0.id != old.id }, at: now, for: rights,
            Self.detail)
        let new = TakeoverRecord(
            id: old.id, shows: plan.shows, from: isActive ? old.from : span.from, plannedUntil: span.until,
            message: plan.message, created: old.created, cancelled: nil, changed: changed)
        let isSame =
            new.shows == old.shows && new.from == old.from && new.plannedUntil == old.plannedUntil
            && new.message == old.message
        return isSame ? nil : new
    }

    /// Rejects another beginning or page for an active takeover.
    private func checkIsKept(_ old: TakeoverRecord) throws(PublishingError) {
        var issues: [ValidationIssue] = []
        if let from, from != old.from {
            issues.append(ValidationIssue(JSONPointer(["from"]), "cannot change: the takeover has begun"))
        }
        if let shows, shows != old.shows {
            let reason = "cannot change: the takeover has begun; cancel it and create another one"
            issues.append(ValidationIssue(JSONPointer(["shows"]), reason))
        }
        guard let issue = issues.first else { return }
        throw .invalid(InvalidInput("\(Self.detail): \(issue.pointer) \(issue.reason).", issues: issues))
    }
}
