public import HomeBlocks

/// New names for a page; nil keeps one.
public struct PageRenaming: Sendable, Equatable {
    public let slug: String?
    public let title: String?

    /// Reads a body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["page", "title"])
        slug = reader.slug("page")
        title = reader.title("title")
        try reader.finish("The page was not changed")
    }

    /// Decides the names that a page has afterwards.
    ///
    /// - Parameter isTaken: whether another page has the new name.
    /// - Returns: nil if nothing changes.
    public func renamed(_ page: PageInfo, isTaken: Bool) throws(PublishingError) -> PageInfo? {
        let new = PageInfo(slug: slug ?? page.slug, title: title ?? page.title, client: page.client)
        if new == page { return nil }
        guard new.slug == page.slug || !isTaken else { throw .pageExists(new.slug) }
        return new
    }
}
