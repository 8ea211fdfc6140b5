import HTTPTypes
import Publishing

/// Caches in front of the server, such as Varnish or a CDN.
public struct SharedCaches: Sendable {
    /// The header field with a response's cache tags, in addition to `Cache-Groups`; nil for none.
    public var tagHeader: TagHeader?
    /// How many seconds shared caches may keep a response, sent in `CDN-Cache-Control` (RFC 9213); 0 for the same time
    /// as clients.
    public var maxAge = 0
    /// URLs of the caches to purge after each change (``CachePurger``).
    public var purge: [String] = []
    /// The bearer token of purge requests, which caches may check; nil for none.
    public var purgeToken: String?

    /// The audience attributes that responses may depend on.
    var attributes = AudienceAttributes.none

    public init() {}

    /// The header fields from which different vendors' caches read tags.
    public enum TagHeader: String, Sendable, CaseIterable {
        case xkey
        case surrogateKey = "Surrogate-Key"
        case cacheTag = "Cache-Tag"
        case edgeCacheTag = "Edge-Cache-Tag"

        /// Returns the value of the field.
        func value(_ tags: [String]) -> String {
            switch self {
            case .xkey, .surrogateKey: tags.joined(separator: " ")
            case .cacheTag, .edgeCacheTag: tags.joined(separator: ",")
            }
        }
    }

    /// Returns the header fields for shared caches for a route's responses.
    func fields(_ route: ReadRoute, _ tags: CacheTags) -> HTTPFields { fields(route.parameters, tags) }

    /// Returns the header fields for shared caches for the list of pages.
    func fields(ofPageList tags: CacheTags) -> HTTPFields { fields([], tags) }

    /// - Parameter parameters: the parameters that responses depend on.
    private func fields(_ parameters: [ReadParameter], _ tags: CacheTags) -> HTTPFields {
        var fields = HTTPFields()
        let dependsOnClient = parameters.contains(.audience)
        fields[.noVarySearch] = Self.noVarySearch(
            parameters.map(\.rawValue) + (dependsOnClient ? attributes.parameters : []))
        fields[.cacheGroups] = tags.names.map { "\"\($0)\"" }.joined(separator: ", ")
        if let tagHeader, let name = HTTPField.Name(tagHeader.rawValue) { fields[name] = tagHeader.value(tags.names) }
        return fields
    }

    /// Returns the value of `No-Vary-Search`. Caches that support it ignore all other parameters, and the order of
    /// parameters.
    private static func noVarySearch(_ parameters: [String]) -> String {
        let names = parameters.map { "\"\($0)\"" }.joined(separator: " ")
        return names.isEmpty ? "key-order, params" : "key-order, params, except=(\(names))"
    }
}

/// Names of the pages and feeds in a response, so that caches can purge every response that depends on them.
struct CacheTags: Sendable, Hashable {
    let names: [String]

    /// The tag of every response.
    static let everything = CacheTags(names: ["homeblocks"])
    static let pageList = CacheTags(names: ["homeblocks", "homeblocks-pages"])

    /// The tag of responses with too many feeds for one tag each.
    private static let manyFeeds = "homeblocks-feeds"
    /// Caches and proxies refuse responses with large header fields, and may support no more than 32 groups (RFC 9875).
    private static let maximumFeeds = 16

    private init(names: [String]) { self.names = names }

    /// The tags of a response with the given pages.
    ///
    /// - Parameter feeds: the feeds that fill sections of the pages.
    init(pages slugs: [String], feeds: some Collection<String> = [String]()) {
        let feeds = feeds.count > Self.maximumFeeds ? [Self.manyFeeds] : feeds.sorted().map(Self.feedName)
        names = ["homeblocks"] + Set(slugs).sorted().map(Self.name) + feeds
    }

    /// The tags to purge after a change of pages: those of the pages and of the list of pages.
    init(changeOf slugs: Set<String>) { names = ["homeblocks-pages"] + slugs.sorted().map(Self.name) }

    /// The tags to purge after a change of feeds.
    init(changeOfFeeds names: Set<String>) { self.names = names.sorted().map(Self.feedName) + [Self.manyFeeds] }

    private static func feedName(_ feed: String) -> String { "homeblocks-feed-\(feed)" }

    private static func name(_ slug: String) -> String { "homeblocks-page-\(slug)" }
}

extension HTTPField.Name {
    static let cdnCacheControl = HTTPField.Name("CDN-Cache-Control") ?? .cacheControl
    fileprivate static let noVarySearch = HTTPField.Name("No-Vary-Search") ?? .vary
    fileprivate static let cacheGroups = HTTPField.Name("Cache-Groups") ?? .vary
}
