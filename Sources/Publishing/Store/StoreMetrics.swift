/// How much a store holds, for those who look after it.
public struct StoreMetrics: Sendable {
    public struct Page: Sendable {
        public let slug: String
        public let live: Int
        public let revisions: Int
        public let pendingReleases: Int
        public let nextRelease: Instant?

        public init(slug: String, live: Int, revisions: Int, pendingReleases: Int, nextRelease: Instant?) {
            self.slug = slug
            self.live = live
            self.revisions = revisions
            self.pendingReleases = pendingReleases
            self.nextRelease = nextRelease
        }
    }

    /// The connections to a server with the database.
    public struct Connections: Sendable {
        public let limit: Int
        public let inUse: Int
        /// How many transactions wait for a connection.
        public let waiting: Int
        /// How many connections were made, with those that took the place of lost ones.
        public let made: Int
        /// How many transactions were run again, by the SQLSTATE for which they were.
        public let retries: [String: Int]
        /// How many transactions were committed, and how long all of that took, in seconds.
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

    /// When this was so.
    public let at: Instant
    public let pages: [Page]
    public let pictures: PictureUsage
    /// The version of the schema.
    public let schema: Int
    /// What the database takes, and the log of what is not in its file yet; nil if it has no file.
    public let bytes: Int
    public let logBytes: Int?
    /// The room that is left beside the file; nil if that is unknown.
    public let freeBytes: Int?
    /// nil if the database is a file.
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
