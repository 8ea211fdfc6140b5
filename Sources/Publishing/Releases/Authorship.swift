/// Who did something, and when.
public struct Authorship: Sendable, Equatable, Codable {
    public let by: String
    public let at: Instant

    public init(by: String, at: Instant) {
        self.by = by
        self.at = at
    }
}
