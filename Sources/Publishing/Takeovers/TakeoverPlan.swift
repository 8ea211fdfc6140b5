public import HomeBlocks

/// A takeover to create.
public struct TakeoverPlan: Sendable, Equatable {
    public static let detail = "The takeover was not planned"

    public let shows: String
    /// The beginning; nil for now.
    public let from: Instant?
    public let until: Instant
    public let message: String

    public init(shows: String, from: Instant? = nil, until: Instant, message: String = "") {
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
        reader.require("shows", "until")
        let shows = reader.slug("shows")
        from = reader.instant("from")
        let until = reader.instant("until")
        message = reader.message()
        (self.shows, self.until) = try reader.finish(Self.detail, shows, until)
    }

    /// Returns the span of the takeover, if it is valid. It does not begin before now, so that the past does not
    /// change.
    public func span(
        at now: Instant, _ detail: String = TakeoverPlan.detail
    ) throws(PublishingError) -> (from: Instant, until: Instant) {
        let begin = max(from ?? now, now)
        var issues: [ValidationIssue] = []
        if until <= begin { issues.append(ValidationIssue(JSONPointer(["until"]), "must be later than \"from\"")) }
        if until <= now { issues.append(ValidationIssue(JSONPointer(["until"]), "must be in the future")) }
        guard let issue = issues.first else { return (begin, until) }
        throw .invalid(
            InvalidInput("\(detail): \(issue.pointer) \(issue.reason).", issues: issues))
    }
}
