/// Stores what all nodes of a database share apart from pages.
public protocol SharedStore: Sendable {
    // MARK: Nodes

    /// All nodes, longest running first.
    func nodes() async throws(PublishingError) -> NodeList

    // MARK: Presence

    /// Records that someone is looking at a page.
    ///
    /// - Returns: whether the change is visible to others.
    func report(_ person: Presence) async throws(PublishingError) -> Bool

    /// Everyone who is looking at a page.
    func people() async throws(PublishingError) -> [Presence]

    // MARK: Limits

    /// Counts an attempt under each key unless one of them has reached its limit.
    ///
    /// - Returns: the seconds until the next attempt is allowed; nil if this one was counted.
    func countAttempt(_ keys: [AttemptKey]) async throws(PublishingError) -> Int?

    /// Takes back an attempt that was counted under some keys.
    ///
    /// - Parameter key: a key whose count is reset to zero.
    func decrementAttempts(_ keys: [AttemptKey], resetting key: AttemptKey?) async throws(PublishingError)

    // MARK: Setting up

    /// Makes a link that creates the first operator valid. It replaces any earlier link.
    ///
    /// - Parameter secret: the hash of the link's secret.
    func offerSetUp(_ secret: [UInt8], seconds: Int) async throws(PublishingError)

    /// Whether a link is valid now.
    func acceptsSetUp(_ secret: [UInt8]) async throws(PublishingError) -> Bool

    /// Makes the link invalid.
    func withdrawSetUp() async throws(PublishingError)
}

/// A key that attempts are counted under, with a limit for a window of time.
public struct AttemptKey: Sendable, Hashable {
    /// A hash, so that stored keys do not reveal who attempted what.
    public let hash: [UInt8]
    public let limit: Int
    /// The window begins with the first attempt.
    public let seconds: Int

    /// - Parameter parts: the parts of the key. A missing part differs from an empty one.
    public init(_ kind: String, _ parts: [[UInt8]?], limit: Int, seconds: Int) {
        var bytes = Array(kind.utf8)
        for part in parts {
            bytes += withUnsafeBytes(of: Int64(part?.count ?? -1).bigEndian) { Array($0) } + (part ?? [])
        }
        hash = Digest.sha256(bytes)
        self.limit = limit
        self.seconds = seconds
    }

    /// The maximum number of keys counted at once. More indicate an attack: attempts with new keys have to wait.
    public static let maximumKeys = 50_000
    /// How many seconds attempts with new keys then have to wait.
    public static let fullSeconds = 60
}
