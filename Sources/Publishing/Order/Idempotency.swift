/// Marks the attempts at one change, so that it is made once.
public struct Idempotency: Sendable, Equatable {
    /// Chosen by the caller, new for each change.
    public let key: String
    /// A hash of the request: the same key with another request is a mistake.
    public let fingerprint: [UInt8]
    /// How long an answer is kept for retries.
    public static let lifetime = 24 * 3600

    public init(key: String, fingerprint: [UInt8]) {
        self.key = key
        self.fingerprint = fingerprint
    }
}
