import HTTPTypes
public import Publishing

/// The settings of the server, from the configuration.
public struct ServerSettings: Sendable {
    public var host = "127.0.0.1"
    /// 0 picks a free port.
    public var port = 8080
    /// The page of a request that names none.
    public var defaultPage = "music"
    /// How many sections a part of a page has if the request has no `limit`.
    public var pageLimit = 10
    /// Whether changes need `If-Match`.
    public var requiresIfMatch = false
    public var cacheControl = CacheControl()
    public var caches = SharedCaches()
    /// The attributes that clients may send and audiences may name.
    public var attributes = AudienceAttributes.none
    /// Which web pages of other origins may read the public routes.
    public var crossOrigin = CrossOriginPolicy.all
    public var limits = ServerLimits()
    /// Whether reads of what is in memory are served ahead of the parser and the router (``FastPathHandler``).
    public var usesFastPath = true
    /// The address that clients know the server by, without a slash at the end: documents have it before the addresses of
    /// the server's own pictures. Nil leaves these relative.
    public var publicURL: String?
    /// What the addresses of the server's own pictures begin with instead, without a slash at the end: a cache in front of
    /// them. Nil takes ``publicURL``.
    public var pictureBaseURL: String?
    /// Proxies whose forwarded headers are trusted.
    public var trustedProxies = TrustedProxies()
    /// TLS; nil for connections in the clear.
    public var security: TransportSecurity?
    /// How much of the history is kept.
    public var retention = Retention()
    /// The limits of pictures.
    public var pictures = PictureRules()
    /// What feeds may do.
    public var feeds = FeedRules()
    /// How long operators stay signed in.
    public var sessions = SessionRules()
    /// The time zone of the company, whose times the console shows beside those of the operator; nil for none.
    public var timeZone: String?
    /// The link that makes the first operator; nil if there is one.
    public var setUpLink: SetUpLink?
    /// The hash of the admin token of the environment.
    public var adminTokenHash: [UInt8]?

    public init() {}

    /// What the addresses of the server's own pictures begin with in documents; nil leaves them relative.
    var pictureBase: String? { pictureBaseURL ?? publicURL }

    /// Whether ``publicURL`` has a path.
    var isBelowPath: Bool { publicURL?.split(separator: "/").count ?? 0 > 2 }
}

/// Limits for clients: numbers of connections and requests, and seconds for each phase of a request.
public struct ServerLimits: Sendable {
    /// Connections over this limit get 503 with `Retry-After`.
    public var connections = 10_000
    /// Connections of one client over this limit get 429 with `Retry-After`.
    public var connectionsPerClient = 1_000
    /// Requests that may be in progress at once, besides those of the fast path.
    public var requests = 1_024
    /// How many of those may be changes of operators.
    public var changes = 64
    /// Seconds from the first byte of a request to the end of its head, and for a TLS handshake.
    public var headerTimeout = 10
    /// Seconds within which the body of a request must arrive.
    public var requestTimeout = 30
    /// The average bytes a second at which a body must arrive, once it has taken some seconds.
    public var bodyRate = 512
    /// Seconds that a handler may take, once the request is complete.
    public var handlerTimeout = 30
    /// Seconds after which the connection of a client that reads nothing is closed.
    public var writeTimeout = 30
    /// Seconds after which a connection without a request is closed.
    public var idleTimeout = 60

    public init() {}

    /// Connections that are accepted: some more than the limit, so that they can be refused with a response. Others
    /// wait in the backlog.
    var acceptedConnections: Int { connections + spareConnections }

    /// How many bodies of requests without a credential are read at once: parameters of reads, and sign-ins.
    var anonymousBodies: Int { max(2, changes / 4) }

    private var spareConnections: Int { min(256, max(8, connections / 8)) }

    /// Lowers the number of connections to what a number of file descriptors allows, besides those for the database,
    /// the log and the event loops.
    public mutating func fit(descriptors: Int) {
        connections = max(1, min(connections, descriptors - 64))
        connections = max(1, min(connections, descriptors - 64 - spareConnections))
    }
}

/// For how many seconds clients and proxies may keep a response.
public struct CacheControl: Sendable {
    public var maxAge = 5
    public var staleWhileRevalidate = 60
    public var staleIfError = 86_400

    public init() {}

    /// The value of `Cache-Control` for a representation that changes at an instant: no cache may serve it after that,
    /// unless the server fails. It is the same for all responses of one second.
    ///
    /// - Parameter age: for how many seconds the server may have missed changes; nil if it has certainly missed none. Caches
    ///   ask again then before each use: another server may know more.
    func value(at now: Instant, changesAt: Instant?, age: Int? = nil) -> String {
        if age != nil { return "public, max-age=0, stale-if-error=\(staleIfError)" }
        let now = now.roundedUp
        guard let changesAt, changesAt < now.adding(seconds: maxAge + staleWhileRevalidate) else {
            return "public, max-age=\(maxAge), stale-while-revalidate=\(staleWhileRevalidate), "
                + "stale-if-error=\(staleIfError)"
        }
        let remaining = Int(max(0, changesAt.milliseconds - now.milliseconds) / 1000)
        let age = min(maxAge, remaining)
        return "public, max-age=\(age), stale-while-revalidate=\(remaining - age), stale-if-error=\(staleIfError)"
    }
}

extension ServerSettings {
    /// What caches are told about a representation that changes at an instant.
    ///
    /// - Parameter age: for how many seconds the server may have missed changes; nil if it has certainly missed none.
    func caching(at now: Instant, changesAt: Instant?, age: Int? = nil) -> HTTPFields {
        var fields: HTTPFields = [.cacheControl: cacheControl.value(at: now, changesAt: changesAt, age: age)]
        if let age { fields[.age] = String(age) }
        if caches.maxAge > 0 {
            var shared = cacheControl
            shared.maxAge = caches.maxAge
            fields[.cdnCacheControl] = shared.value(at: now, changesAt: changesAt, age: age)
        }
        return fields
    }
}

/// The version of the program.
public enum BuildInfo {
    public static let version = "0.1.0"
}
