public import HomeBlocks

/// A page's properties, without its content.
public struct PageInfo: Sendable, Equatable {
    public let slug: String
    public let title: String
    /// The client family that must be able to read the page, if any.
    public let client: ClientFamily?
    public let review: ReviewSetting

    public init(slug: String, title: String, client: ClientFamily? = nil, review: ReviewSetting = ReviewSetting()) {
        self.slug = slug
        self.title = title
        self.client = client
        self.review = review
    }
}

/// An entry in the list of pages.
public struct PageSummary: Sendable, Equatable {
    public let live: RevisionIdentity
    public let hasDraft: Bool
    /// The slug of the page that clients get now: its own, or that of a takeover's page. nil if the reader may not know
    /// of that page.
    public let showing: String?
    /// The next instant at which another revision becomes live.
    public let nextRelease: Instant?
    /// The open request to review the draft.
    public let request: ReviewRequest?
    /// The ids of planned releases that wait for an approval.
    public let waiting: [Int64]

    public init(
        live: RevisionIdentity, hasDraft: Bool = false, showing: String? = nil, nextRelease: Instant? = nil,
        request: ReviewRequest? = nil, waiting: [Int64] = []
    ) {
        self.init(
            live: live, hasDraft: hasDraft, shown: showing ?? live.page.slug, nextRelease: nextRelease,
            request: request, waiting: waiting)
    }

    private init(
        live: RevisionIdentity, hasDraft: Bool, shown: String?, nextRelease: Instant?, request: ReviewRequest?,
        waiting: [Int64]
    ) {
        self.request = request
        self.waiting = waiting
        self.live = live
        self.hasDraft = hasDraft
        self.showing = shown
        self.nextRelease = nextRelease
    }

    /// The summary as someone with these rights may read it.
    public func shown(to rights: Rights) -> PageSummary {
        let shown = showing.flatMap { rights.include($0) ? $0 : nil }
        return PageSummary(
            live: live, hasDraft: hasDraft, shown: shown, nextRelease: nextRelease, request: request,
            waiting: waiting)
    }

    public var page: PageInfo { live.page }

    /// The number of the live revision.
    public var revision: Int { live.number }

    private var publicMembers: JSONObject {
        [
            "page": .string(page.slug), "title": .string(page.title), "revision": JSONValue(revision),
            "client": page.client.map { .string($0.rawValue) } ?? .null,
        ]
    }

    /// The entry as anyone may read it.
    public func publicJSON(defaultPage: String) -> JSONObject { publicMembers.addingDefault(defaultPage) }

    /// The entry as operators read it, except whether it is the default page, which is a setting.
    public var json: JSONObject {
        publicMembers.merging([
            "draft": .bool(hasDraft), "showing": showing.map { .string($0) } ?? .null, "review": reviewJSON,
        ]) { $1 }
    }

    private var reviewJSON: JSONValue {
        [
            "approvals": JSONValue(page.review.approvals),
            "requestedBy": request.map { .string($0.requested.by) } ?? .null,
            "whom": .array((request?.whom ?? []).map { .string($0) }),
            "waiting": .array(waiting.map { JSONValue($0) }),
        ]
    }

    /// Checks that a page to delete is not the default page.
    public static func checkDeletion(of page: String, defaultPage: String) throws(PublishingError) {
        if page == defaultPage { throw .isDefaultPage(page, "deleted") }
    }

    /// Checks that the page can be deleted.
    ///
    /// - Parameter isNeeded: whether a current or planned takeover of another page shows it.
    public static func checkDeletion(isNeeded: Bool) throws(PublishingError) {
        guard !isNeeded else {
            throw .conflict("A takeover of another page shows this page. Cancel it, or wait until it has ended.")
        }
    }
}

extension JSONObject {
    /// The entry of a page, including whether it is the default page.
    public func addingDefault(_ defaultPage: String) -> JSONObject {
        merging(["default": .bool(self["page"] == .string(defaultPage))]) { $1 }
    }
}
