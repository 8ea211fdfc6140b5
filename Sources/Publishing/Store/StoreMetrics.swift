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

    /// When this was so.
    public let at: Instant
    public let pages: [Page]
    /// The version of the schema.
    public let schema: Int
    /// What the file takes, and the log of what is not in it yet.
    public let bytes: Int
    public let logBytes: Int
    /// The room that is left beside the file; nil if that is unknown.
    public let freeBytes: Int?

    public init(at: Instant, pages: [Page], schema: Int, bytes: Int, logBytes: Int, freeBytes: Int?) {
        self.at = at
        self.pages = pages
        self.schema = schema
        self.bytes = bytes
        self.logBytes = logBytes
        self.freeBytes = freeBytes
    }
}
