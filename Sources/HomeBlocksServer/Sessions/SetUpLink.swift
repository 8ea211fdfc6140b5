public import Publishing
import Synchronization

/// The link of a start at which there was no operator: whoever has it makes the first one, once, within a day. It is
/// nowhere but in this process.
public final class SetUpLink: Sendable {
    private let secret: [UInt8]
    private let end: Instant
    private let isUsed = Mutex(false)

    public static let hours = 24

    public init(_ secret: SessionSecret, at now: Instant) {
        self.secret = secret.hash
        end = now.adding(seconds: Self.hours * 3600)
    }

    /// Whether a secret is the one of the link and may be used.
    func accepts(_ text: String, at now: Instant) -> Bool {
        AccessToken.isEqual(AccessToken.hash(text), secret) && now < end && !isUsed.withLock { $0 }
    }

    func use() { isUsed.withLock { $0 = true } }
}
