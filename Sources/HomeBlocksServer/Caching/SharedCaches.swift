import HTTPTypes
import Publishing

/// Caches in front of the server, such as Varnish or a CDN.
public struct SharedCaches: Sendable {
    /// The field that names what a response shows, besides `Cache-Groups`; nil for none.
    public var tagHeader: TagHeader?
    /// For how many seconds they may keep a response, as `CDN-Cache-Control` says (RFC 9213); 0 for as long as clients.
    public var maxAge = 0
    /// URLs of caches that get the tags of each change (``CachePurger``).
    public var purge: [String] = []
    /// The credential of those requests, which caches may check; nil for none.
    public var purgeToken: String?

    /// The attributes that responses may depend on.
    var attributes = AudienceAttributes.none

    public init() {}

    /// The fields in which the caches of different makers look for tags.
    public enum TagHeader: String, Sendable, CaseIterable {
        case xkey
        case surrogateKey = "Surrogate-Key"
        case cacheTag = "Cache-Tag"
        case edgeCacheTag = "Edge-Cache-Tag"

        /// The value of the field.
        func value(_ tags: [String]) -> String {
            switch self {
            case .xkey, .surrogateKey: tags.joined(separator: " ")
            case .cacheTag, .edgeCacheTag: tags.joined(separator: ",")
            }
        }
    }

    /// The header fields for caches of the responses of a route.
    func fields(_ route: ReadRoute, _ tags: CacheTags) -> HTTPFields { fields(route.parameters, tags) }

    /// The header fields for caches of the list of pages.
    func fields(ofPageList tags: CacheTags) -> HTTPFields { fields([], tags) }

    /// - Parameter parameters: those that responses depend on.
    private func fields(_ parameters: [ReadParameter], _ tags: CacheTags) -> HTTPFields {
        var fields = HTTPFields()
        let dependsOnClient = parameters.contains(.audience)
        fields[.noVarySearch] = Self.noVarySearch(
            parameters.map(\.rawValue) + (dependsOnClient ? attributes.parameters : []))
        fields[.cacheGroups] = tags.names.map { "\"\($0)\"" }.joined(separator: ", ")
        if let tagHeader, let name = HTTPField.Name(tagHeader.rawValue) { fields[name] = tagHeader.value(tags.names) }
        return fields
    }

    /// Caches that know the field need not distinguish requests by other parameters, or by the order of any.
    private static func noVarySearch(_ parameters: [String]) -> String {
        let names = parameters.map { "\"\($0)\"" }.joined(separator: " ")
        return names.isEmpty ? "key-order, params" : "key-order, params, except=(\(names))"
    }
}

/// Names of what responses show, so that caches can drop all responses that show it.
struct CacheTags: Sendable, Hashable {
    let names: [String]

    /// The tag of every response.
    static let everything = CacheTags(names: ["homeblocks"])
    static let pageList = CacheTags(names: ["homeblocks", "homeblocks-pages"])

    /// The tag of responses with more feeds than are named one by one.
    private static let manyFeeds = "homeblocks-feeds"
    /// Caches and proxies refuse responses with large header fields, and need not know more than 32 groups (RFC 9875).
    private static let maximumFeeds = 16

    private init(names: [String]) { self.names = names }

    /// The tags of a response about some pages.
    ///
    /// - Parameter feeds: those that fill sections of the pages.
    init(pages slugs: [String], feeds: some Collection<String> = [String]()) {
        let feeds = feeds.count > Self.maximumFeeds ? [Self.manyFeeds] : feeds.sorted().map(Self.feedName)
        names = ["homeblocks"] + Set(slugs).sorted().map(Self.name) + feeds
    }

    /// What a change of some pages concerns: the responses that show them, and the list of pages.
    init(changeOf slugs: Set<String>) { names = ["homeblocks-pages"] + slugs.sorted().map(Self.name) }

    /// What new lists of some feeds concern: the responses that show them.
    init(changeOfFeeds names: Set<String>) { self.names = names.sorted().map(Self.feedName) + [Self.manyFeeds] }

    private static func feedName(_ feed: String) -> String { "homeblocks-feed-\(feed)" }

    private static func name(_ slug: String) -> String { "homeblocks-page-\(slug)" }
}

extension HTTPField.Name {
    static let cdnCacheControl = HTTPField.Name("CDN-Cache-Control") ?? .cacheControl
    fileprivate static let noVarySearch = HTTPField.Name("No-Vary-Search") ?? .vary
    fileprivate static let cacheGroups = HTTPField.Name("Cache-Groups") ?? .vary
}
