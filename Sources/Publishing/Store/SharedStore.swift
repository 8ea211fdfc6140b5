/// What all nodes on a database have in common that is no page.
public protocol SharedStore: Sendable {
    // MARK: Nodes

    /// All nodes, the longest running first.
    func nodes() async throws(PublishingError) -> NodeList

    // MARK: Presence

    /// Notes that someone looks at a page.
    ///
    /// - Returns: whether others see a difference.
    func report(_ person: Presence) async throws(PublishingError) -> Bool

    /// All people who look at pages.
    func people() async throws(PublishingError) -> [Presence]

    // MARK: Limits

    /// Counts an attempt under each of some keys, unless one of them has reached its limit.
    ///
    /// - Returns: the seconds until an attempt is allowed again; nil if this one was counted.
    func countAttempt(_ keys: [AttemptKey]) async throws(PublishingError) -> Int?

    /// Uncounts an attempt that was counted under some keys.
    ///
    /// - Parameter resetting: a key of which no attempt stays counted.
    func decrementAttempts(_ keys: [AttemptKey], resetting key: AttemptKey?) async throws(PublishingError)

    // MARK: Setting up

    /// Makes the link that creates the first operator valid, in the place of any earlier one.
    ///
    /// - Parameter secret: the hash of its secret.
    func offerSetUp(_ secret: [UInt8], seconds: Int) async throws(PublishingError)

    /// Whether a link may be used now.
    func acceptsSetUp(_ secret: [UInt8]) async throws(PublishingError) -> Bool

    /// Ends the validity of the link.
    func withdrawSetUp() async throws(PublishingError)
}

/// What attempts are counted under, and how many there may be within some time.
public struct AttemptKey: Sendable, Hashable {
    /// A hash: nobody can read from it who tried what.
    public let hash: [UInt8]
    public let limit: Int
    /// The window begins with the first attempt.
    public let seconds: Int

    /// - Parameter parts: what makes the key; a missing part is another one than an empty one.
    public init(_ kind: String, _ parts: [[UInt8]?], limit: Int, seconds: Int) {
        var bytes = Array(kind.utf8)
        for part in parts {
            bytes += withUnsafeBytes(of: Int64(part?.count ?? -1).bigEndian) { Array($0) } + (part ?? [])
        }
        hash = Digest.sha256(bytes)
        self.limit = limit
        self.seconds = seconds
    }

    /// How many keys may be counted at once. More are an attack: those that are not known have to wait.
    public static let maximumKeys = 50_000
    /// For how many seconds they have to wait then.
    public static let fullSeconds = 60
}
