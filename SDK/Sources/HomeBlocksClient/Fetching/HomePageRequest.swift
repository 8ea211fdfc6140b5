public import Foundation
public import HomeBlocks

/// A request with the type of its response. The client adds the server's address and the context.
///
/// ```swift
/// let page = try await client.load(.page("music"), policy: .cacheFirst)
/// ```
public struct HomePageRequest<Value: Sendable>: Sendable {
    let path: [String]
    let parameters: [(name: String, value: String)]
    /// Whether the response depends on the reader. The order of sections does not.
    let dependsOnContext: Bool
    private let read: @Sendable (Data) throws(JSONIssue) -> Value

    init(
        _ path: [String], _ parameters: [(name: String, value: String)], dependsOnContext: Bool = true,
        _ read: @escaping @Sendable (Data) throws(JSONIssue) -> Value
    ) {
        self.path = path
        self.parameters = parameters
        self.dependsOnContext = dependsOnContext
        self.read = read
    }

    /// The path and the query relative to the server's address, percent-encoded and without the context:
    /// `/homepage?page=music`.
    public var address: String { RequestAddress.relative(path, parameters) }

    /// Reads the body of a response.
    ///
    /// - Throws: `JSONIssue` if the body cannot be read as the requested type.
    public func decode(_ body: Data) throws(JSONIssue) -> Value { try read(body) }
}

extension HomePageRequest where Value == HomePage {
    /// A complete page.
    ///
    /// - Parameter slug: the page; the server's default page if nil.
    public static func page(_ slug: String? = nil) -> Self {
        Self(["homepage"], PageParameter.named(slug), HomePage.init(parsing:))
    }

    /// A part of a page.
    ///
    /// - Parameters:
    ///   - slug: the page; the server's default page if nil.
    ///   - cursor: the cursor from the previous part; the first part if nil.
    ///   - limit: the maximum number of sections in the part, from 1 to 1,000; the server's default if nil.
    public static func part(of slug: String? = nil, from cursor: String? = nil, limit: Int? = nil) -> Self {
        var parameters = PageParameter.named(slug) + [("cursor", cursor ?? "")]
        if let limit { parameters.append(("limit", String(limit))) }
        return Self(["homepage"], parameters, HomePage.init(parsing:))
    }
}

extension HomePageRequest where Value == Menus {
    /// The round menu entries of a page.
    public static func menus(_ slug: String? = nil) -> Self {
        Self(["homepage", "dragon", "ball"], PageParameter.named(slug), Menus.init(parsing:))
    }
}

extension HomePageRequest where Value == SectionSort {
    /// The order of a page's sections, as currently shown: during a takeover, that is another page.
    public static func sort(of slug: String? = nil) -> Self {
        Self(
            ["sort"], PageParameter.named(slug) + [("shown", "true")], dependsOnContext: false, JSONEnvelope.content)
    }
}

extension HomePageRequest where Value == Block {
    /// One section of a page. The server responds with 404 while the page does not show it.
    public static func block(_ code: String, of slug: String? = nil) -> Self {
        Self(["homepage", "blocks", code], PageParameter.named(slug), JSONEnvelope.content)
    }
}

extension HomePageRequest where Value == CardPart {
    /// A part of the cards of a section, with all of their fields. The first part fixes the order: if the section
    /// changes, cards that remain are neither repeated nor skipped. The server responds with 404 while the page does
    /// not show the section.
    ///
    /// - Parameters:
    ///   - code: the section.
    ///   - slug: the page; the server's default page if nil.
    ///   - cursor: the cursor from the previous part; the first part if nil.
    ///   - limit: the maximum number of cards in the part, from 1 to 1,000; the server's default if nil.
    public static func cards(
        of code: String, page slug: String? = nil, from cursor: String? = nil, limit: Int? = nil
    ) -> Self {
        var parameters = PageParameter.named(slug)
        if let cursor { parameters.append(("cursor", cursor)) }
        if let limit { parameters.append(("limit", String(limit))) }
        return Self(["homepage", "blocks", code, "items"], parameters, JSONEnvelope.content)
    }
}

extension HomePageRequest where Value: JSONReadable {
    /// One card of a section with all of its fields, by its id, regardless of changes to the order. The server responds
    /// with 404 while the section does not show it.
    ///
    /// - Parameters:
    ///   - id: its `creativeId`, `bannerId` or `id`, or the id member of its layout; a number in decimal.
    ///   - code: the section.
    ///   - slug: the page; the server's default page if nil.
    public static func item(id: String, of code: String, page slug: String? = nil) -> Self {
        Self(["homepage", "blocks", code, "items", "id:" + id], PageParameter.named(slug), JSONEnvelope.content)
    }

    /// One card of a section with all of its fields, by its position, which another card may have taken in the
    /// meantime.
    ///
    /// - Parameters:
    ///   - index: its position in the section, from 0.
    ///   - code: the section.
    ///   - slug: the page; the server's default page if nil.
    public static func item(_ index: Int, of code: String, page slug: String? = nil) -> Self {
        Self(["homepage", "blocks", code, "items", String(index)], PageParameter.named(slug), JSONEnvelope.content)
    }
}

/// The parameter that names a page.
private enum PageParameter {
    static func named(_ slug: String?) -> [(name: String, value: String)] { slug.map { [("page", $0)] } ?? [] }
}

/// The envelope around the content of a response.
enum JSONEnvelope {
    @Sendable static func content<Content: JSONReadable>(_ body: Data) throws(JSONIssue) -> Content {
        try JSONObject.read(try JSONValue(reading: body)).require("data")
    }
}
