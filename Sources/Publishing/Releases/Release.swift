/// "From this instant, this revision is live."
public struct Release: Sendable, Equatable, Codable {
    public enum State: String, Sendable, Codable {
        case live
        case pending
        case past
        case cancelled
    }

    public let id: Int64
    public let page: String
    public let revision: Int
    public let at: Instant
    public let state: State
    public let message: String
    public let createdBy: String
    public let createdAt: Instant
    public let cancelled: Authorship?

    public init(
        id: Int64, page: String, revision: Int, at: Instant, state: State, message: String, createdBy: String,
        createdAt: Instant, cancelled: Authorship? = nil
    ) {
        self.id = id
        self.page = page
        self.revision = revision
        self.at = at
        self.state = state
        self.message = message
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.cancelled = cancelled
    }
}
