public import HomeBlocks

/// A page that is to be made.
public struct PagePlan: Sendable, Equatable {
    public let slug: String
    public let title: String?
    public let client: ClientFamily?
    /// The page whose live content it begins with; nil begins empty.
    public let copyOf: String?

    /// Reads a body.
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
            reader.issue("client", "comes from the page that is copied; leave it out")
        }
        self.slug = try reader.finish("The page was not created", slug)
    }

    /// Decides the document that the page begins with.
    ///
    /// - Parameters:
    ///   - isTaken: whether there is a page of that name.
    ///   - source: the live content of the page that ``copyOf`` names, if there is one.
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
                + "Name another one in the setting page first.")
    }

    /// There is a page of a name that another one wants.
    static func pageExists(_ slug: String) -> PublishingError {
        .conflict("There is a page \"\(slug)\" already. Choose another name.")
    }
}

/// New names for a page, and another family of apps that reads it; nil keeps what it has.
public struct PageRenaming: Sendable, Equatable {
    public let slug: String?
    public let title: String?
    /// The family of apps that the page becomes one for; an inner nil is none.
    public let client: ClientFamily??

    /// Reads a body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["page", "title", "client"])
        slug = reader.slug("page")
        title = reader.title("title")
        let isNone = json.object?["client"] == .null
        let reason = "is not a known client family; give \"netease\", or null for none"
        let family = isNone ? nil : reader.family("client", reason)
        client = isNone ? .some(nil) : family.map(Optional.some)
        try reader.finish("The page was not changed")
    }

    /// Checks that the default page keeps its name: reads that name no page get it.
    public func check(_ page: String, defaultPage: String) throws(PublishingError) {
        if let slug, slug != page, page == defaultPage { throw .isDefaultPage(page, "renamed") }
    }

    /// Checks that no takeover that has not ended joins the page with pages of its present family.
    public static func checkFamilyChange(hasTakeover: Bool) throws(PublishingError) {
        guard !hasTakeover else {
            throw .conflict(
                "A takeover shows this page, or another page instead of it. Cancel it, or wait until it has ended: "
                    + "pages that show each other are for the same apps.")
        }
    }

    /// Decides what the page is afterwards.
    ///
    /// - Parameter isTaken: whether another page has the new name.
    /// - Returns: nil if nothing changes.
    public func renamed(_ page: PageInfo, isTaken: Bool) throws(PublishingError) -> PageInfo? {
        let new = PageInfo(slug: slug ?? page.slug, title: title ?? page.title, client: client ?? page.client)
        if new == page { return nil }
        guard new.slug == page.slug || !isTaken else { throw .pageExists(new.slug) }
        return new
    }
}
