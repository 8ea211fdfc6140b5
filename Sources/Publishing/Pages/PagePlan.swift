public import HomeBlocks

/// A page to create.
public struct PagePlan: Sendable, Equatable {
    public let slug: String
    public let title: String?
    public let client: ClientFamily?
    /// The page whose live content is copied; nil for an empty page.
    public let copyOf: String?

    /// Reads a request body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["page", "title", "client", "copyOf"])
        reader.require("page")
        let slug = reader.slug("page")
        title = reader.title("title")
        copyOf = reader.slug("copyOf")
        client = reader.family("client", "is not a known client family; leave it out, or give \"netease\"")
        if copyOf != nil, reader.value("client") != nil {
            reader.issue("client", "is copied from the other page; leave it out")
        }
        self.slug = try reader.finish("The page was not created", slug)
    }

    /// Returns the document that the page begins with.
    ///
    /// - Parameters:
    ///   - isTaken: whether a page with the slug exists.
    ///   - source: the live content of the page that ``copyOf`` names, if it exists.
    public func document(isTaken: Bool, copying source: PageDocument?) throws(PublishingError) -> PageDocument {
        guard !isTaken else { throw .pageExists(slug) }
        var document = PageDocument(client: client, blocks: [])
        if copyOf != nil {
            guard let source else {
                let issue = ValidationIssue(JSONPointer(["copyOf"]), "is not the name of a page; GET /pages lists them")
                throw .invalid(InvalidInput("The page was not created: /copyOf \(issue.reason).", issues: [issue]))
            }
            document = source
        }
        document.title = title ?? document.title
        return document
    }
}

extension BodyReader {
    fileprivate mutating func family(_ name: String, _ reason: String) -> ClientFamily? {
        text(name, reason) { ClientFamily(rawValue: $0) != nil }.flatMap(ClientFamily.init(rawValue:))
    }
}

extension PublishingError {
    static func isDefaultPage(_ slug: String, _ change: String) -> PublishingError {
        .conflict(
            "The page \"\(slug)\" is the default page, which cannot be \(change). "
                + "Choose another default page in the setting page first.")
    }

    /// Another page already has the requested slug.
    static func pageExists(_ slug: String) -> PublishingError {
        .conflict("The page \"\(slug)\" already exists. Choose another name.")
    }
}

/// A page's new slug, title and client family; nil keeps the current value.
public struct PageRenaming: Sendable, Equatable {
    public let slug: String?
    public let title: String?
    /// The new client family; an inner nil is none.
    public let client: ClientFamily??
    /// The new number of approvals that changes need.
    public let approvals: Int?

    /// Reads a request body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["page", "title", "client", "review"])
        slug = reader.slug("page")
        title = reader.title("title")
        let isNone = json.object?["client"] == .null
        let reason = "is not a known client family; give \"netease\", or null for none"
        let family = isNone ? nil : reader.family("client", reason)
        client = isNone ? .some(nil) : family.map(Optional.some)
        approvals = reader.approvals("review")
        try reader.finish("The page was not changed")
    }

    /// Checks that the default page is not renamed: requests that name no page get it.
    public func check(_ page: String, defaultPage: String) throws(PublishingError) {
        if let slug, slug != page, page == defaultPage { throw .isDefaultPage(page, "renamed") }
    }

    /// Checks that no current or planned takeover links the page with pages of its current family.
    public static func checkFamilyChange(hasTakeover: Bool) throws(PublishingError) {
        guard !hasTakeover else {
            throw .conflict(
                "A takeover shows this page or replaces it. Cancel the takeover, or wait until it has ended: "
                    + "both pages must be for the same client family.")
        }
    }

    /// Returns the changed page.
    ///
    /// - Parameter isTaken: whether another page has the new slug.
    /// - Returns: nil if nothing changes.
    public func renamed(_ page: PageInfo, isTaken: Bool, at now: Instant) throws(PublishingError) -> PageInfo? {
        let review = approvals.map { page.review.changed(to: $0, at: now) } ?? page.review
        let new = PageInfo(
            slug: slug ?? page.slug, title: title ?? page.title, client: client ?? page.client, review: review)
        if new == page { return nil }
        guard new.slug == page.slug || !isTaken else { throw .pageExists(new.slug) }
        return new
    }
}
