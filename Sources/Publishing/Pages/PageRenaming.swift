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
}
