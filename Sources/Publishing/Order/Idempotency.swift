/// Marks the attempts at one change, so that it is made once.
public struct Idempotency: Sendable, Equatable {
    /// Chosen by the caller, new for each change.
    public let key: String
    /// A hash of the request: the same key with another request is a mistake.
    public let fingerprint: [UInt8]
    /// How long a response is kept for retries, in seconds.
    public static let lifetime = 24 * 3600

    /// - Parameter request: everything that makes the request the one it is.
    /// - Throws: ``PublishingError/malformed(_:)`` if the key is none.
    public init(key: String, request: [UInt8]) throws(PublishingError) {
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw .malformed("Idempotency-Key must have 1 to 255 printable characters.")
        }
        self.key = key
        fingerprint = Digest.sha256(request)
    }

    /// Checks that a stored response belongs to the same request.
    public func check(_ stored: [UInt8]) throws(PublishingError) {
        guard stored == fingerprint else {
            throw .invalid(
                InvalidInput("This Idempotency-Key was used for another request. Use a new key for a new change."))
        }
    }
}
