public import HomeBlocks

/// What a page is, apart from its content.
public struct PageInfo: Sendable, Equatable, Codable {
    public let slug: String
    public let title: String
    /// The published apps that read the page, if it must stay readable for them.
    public let client: ClientFamily?

    public init(slug: String, title: String, client: ClientFamily? = nil) {
        self.slug = slug
        self.title = title
        self.client = client
    }
}

/// A line of the list of pages.
public struct PageSummary: Sendable, Equatable, Codable {
    public let page: PageInfo
    /// The number of the live revision.
    public let revision: Int
    public let hasDraft: Bool
    /// The page that clients get now: itself, or the one of a takeover.
    public let showing: String
    /// The next instant at which another revision is live.
    public let nextRelease: Instant?

    public init(
        page: PageInfo, revision: Int, hasDraft: Bool = false, showing: String? = nil, nextRelease: Instant? = nil
    ) {
        self.page = page
        self.revision = revision
        self.hasDraft = hasDraft
        self.showing = showing ?? page.slug
        self.nextRelease = nextRelease
    }

    /// The line as anybody reads it.
    public func publicJSON(defaultPage: String) -> JSONObject {
        [
            "page": .string(page.slug), "title": .string(page.title), "default": .bool(page.slug == defaultPage),
            "revision": JSONValue(revision), "client": page.client.map { .string($0.rawValue) } ?? .null,
        ]
    }

    /// The line as operators read it.
    public func json(defaultPage: String) -> JSONObject {
        publicJSON(defaultPage: defaultPage).merging([
            "draft": .bool(hasDraft), "showing": .string(showing),
        ]) { $1 }
    }

    /// Checks that the page to be deleted is not the default page.
    public static func checkDeletion(of page: String, defaultPage: String) throws(PublishingError) {
        if page == defaultPage { throw .isDefaultPage(page, "deleted") }
    }

    /// Checks that the page can be deleted.
    ///
    /// - Parameter isNeeded: whether a takeover of another page that has not ended shows it.
    public static func checkDeletion(isNeeded: Bool) throws(PublishingError) {
        guard !isNeeded else {
            throw .conflict("A takeover of another page shows this one. Cancel it, or wait until it has ended.")
        }
    }
}
