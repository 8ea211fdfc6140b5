/// "Between these instants, this page shows that other page."
public struct Takeover: Sendable, Equatable, Codable {
    public enum State: String, Sendable, Codable {
        case pending
        case active
        case ended
        case cancelled
    }

    public let id: Int64
    public let page: String
    public let shows: String
    public let from: Instant
    public let until: Instant
    public let state: State
    public let message: String
    public let created: Authorship
    public let cancelled: Authorship?

    public init(
        id: Int64, page: String, shows: String, from: Instant, until: Instant, state: State, message: String,
        created: Authorship, cancelled: Authorship? = nil
    ) {
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
