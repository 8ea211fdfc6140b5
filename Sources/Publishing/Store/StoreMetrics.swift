/// A store's metrics.
public struct StoreMetrics: Sendable {
    public struct Page: Sendable {
        public let slug: String
        public let live: Int
        public let revisions: Int
        public let pendingReleases: Int
        /// Planned releases that wait for an approval.
        public let waitingReleases: Int
        public let nextRelease: Instant?

        public init(
            slug: String, live: Int, revisions: Int, pendingReleases: Int, nextRelease: Instant?,
            waitingReleases: Int = 0
        ) {
            self.waitingReleases = waitingReleases
            self.slug = slug
            self.live = live
            self.revisions = revisions
            self.pendingReleases = pendingReleases
            self.nextRelease = nextRelease
        }
    }

    /// The connections to a database server.
    public struct Connections: Sendable {
        public let limit: Int
        public let inUse: Int
        /// How many transactions are waiting for a connection.
        public let waiting: Int
        /// How many connections were opened, including replacements of lost ones.
        public let made: Int
        /// How many transactions were retried, by the SQLSTATE that caused it.
        public let retries: [String: Int]
        /// How many transactions were committed, and how long all commits took together, in seconds.
        public let commits: Int
        public let commitSeconds: Double

        public init(
            limit: Int, inUse: Int, waiting: Int, made: Int, retries: [String: Int], commits: Int, commitSeconds: Double
        ) {
            self.limit = limit
            self.inUse = inUse
            self.waiting = waiting
            self.made = made
            self.retries = retries
            self.commits = commits
            self.commitSeconds = commitSeconds
        }
    }

    /// When the metrics were collected.
    public let at: Instant
    public let pages: [Page]
    public let pictures: PictureUsage
    /// The schema version.
    public let schema: Int
    /// The sizes of the database and of its write-ahead log, in bytes; the log is nil if it is not separate.
    public let bytes: Int
    public let logBytes: Int?
    /// The free space on the database file's volume, in bytes; nil if unknown.
    public let freeBytes: Int?
    /// The connections; nil if the database is a file.
    public let connections: Connections?

    public init(
        at: Instant, pages: [Page], pictures: PictureUsage = PictureUsage(count: 0, bytes: 0), schema: Int, bytes: Int,
        logBytes: Int?, freeBytes: Int?, connections: Connections?
    ) {
        self.at = at
        self.pages = pages
        self.pictures = pictures
        self.schema = schema
        self.bytes = bytes
        self.logBytes = logBytes
        self.freeBytes = freeBytes
        self.connections = connections
    }
}
