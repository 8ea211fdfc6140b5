public import HomeBlocks

/// A link that shows a page's draft, one of its revisions or one of its planned releases to everyone who has it.
public struct PreviewLink: Sendable, Equatable {
    public enum State: String, Sendable {
        case active
        case expired
        case revoked
    }

    public let id: Int64
    /// The slug of the page.
    public let page: String
    /// The slug of the page when the link was created.
    let firstSlug: String
    public let plan: LinkPlan
    public let created: Authorship
    public let revoked: Authorship?
    /// The number of documents that were read with the link.
    public let uses: Int
    public let lastUsedAt: Instant?

    public init(
        id: Int64, page: String, firstSlug: String, plan: LinkPlan, created: Authorship, revoked: Authorship? = nil,
        uses: Int = 0,
        lastUsedAt: Instant? = nil
    ) {
        self.id = id
        self.page = page
        self.firstSlug = firstSlug
        self.plan = plan
        self.created = created
        self.revoked = revoked
        self.uses = uses
        self.lastUsedAt = lastUsedAt
    }

    /// The maximum number of active links of a page.
    private static let maximumActive = 1000
    /// How many days a link is listed after its end.
    public static let listedDays = 30

    /// Whether a read is of the link's page. Apps may know its earlier name.
    ///
    /// - Parameter slug: the page that the read names; nil if it names none.
    public func shows(_ slug: String?) -> Bool { slug == nil || slug == page || slug == firstSlug }

    public func state(at now: Instant) -> State {
        revoked != nil ? .revoked : now < plan.until ? .active : .expired
    }

    /// Checks that the page may get another link.
    ///
    /// - Parameter active: how many active links it has.
    public static func checkCount(active: Int) throws(PublishingError) {
        guard active < maximumActive else {
            throw .conflict("The page has \(maximumActive) active links. Revoke some that are no longer needed.")
        }
    }

    /// Checks that it can be revoked, which requires that it has not ended.
    public func checkRevocation(at now: Instant) throws(PublishingError) {
        let state = state(at: now)
        guard state == .active else { throw .conflict("The link is already \(state.rawValue).") }
    }

    /// Returns a link that was found by its secret, if it can be used now.
    ///
    /// - Throws: ``PublishingError/notFound(_:)`` with the reason if it cannot.
    public static func require(_ link: PreviewLink?, at now: Instant) throws(PublishingError) -> PreviewLink {
        guard let link else { throw .unknownLink }
        switch link.state(at: now) {
        case .active: return link
        case .expired: throw .notFound("The preview link expired at \(link.plan.until.rfc3339). Create another link.")
        case .revoked: throw .notFound("The preview link was revoked. Create another link.")
        }
    }

    public func json(at now: Instant) -> JSONObject {
        func text(_ instant: Instant?) -> JSONValue { instant.map { .string($0.rfc3339) } ?? .null }
        return plan.json.merging([
            "id": JSONValue(id), "page": .string(page), "state": .string(state(at: now).rawValue),
            "createdBy": .string(created.by), "createdAt": text(created.at),
            "revokedBy": revoked.map { .string($0.by) } ?? .null, "revokedAt": text(revoked?.at),
            "uses": JSONValue(uses), "lastUsedAt": text(lastUsedAt),
        ]) { $1 }
    }
}

/// A revision that a preview link shows.
public struct PreviewedRevision: Sendable {
    public let link: PreviewLink
    public let revision: LiveRevision
    /// The instant from which a planned release shows it.
    public let start: Instant?

    public init(_ link: PreviewLink, _ revision: LiveRevision, start: Instant? = nil) {
        self.link = link
        self.revision = revision
        self.start = start
    }
}

extension PublishingError {
    /// The error for the secret of a link that does not exist.
    public static let unknownLink = PublishingError.notFound(
        "The preview link is unknown. Its page may have been deleted. Create another link.")
}
