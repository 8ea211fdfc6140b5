import HTTPTypes
public import Publishing

/// The settings of the server, from the configuration.
public struct ServerSettings: Sendable {
    public var host = "127.0.0.1"
    /// 0 picks a free port.
    public var port = 8080
    /// The page for requests without one.
    public var defaultPage = "music"
    /// The number of sections in a part of a page if the request has no `limit`.
    public var pageLimit = 10
    /// Whether changes require `If-Match`.
    public var requiresIfMatch = false
    public var cacheControl = CacheControl()
    public var caches = SharedCaches()
    /// The attributes that clients may send and audiences may use.
    public var attributes = AudienceAttributes.none
    /// Which other origins may read the public routes.
    public var crossOrigin = CrossOriginPolicy.all
    public var limits = ServerLimits()
    /// Whether reads from memory are served before the parser and the router (``FastPathHandler``).
    public var usesFastPath = true
    /// The server's public URL without a trailing slash, which documents use as the base of the server's own pictures;
    /// nil to keep those URLs relative.
    public var publicURL: String?
    /// The base URL of the server's own pictures without a trailing slash, for example that of a CDN; nil to use
    /// ``publicURL``.
    public var pictureBaseURL: String?
    /// The address that opens previews in the app, to which the secret of a link is added; nil for none.
    public var linksAppURL: String?
    /// Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted.
    public var trustedProxies = TrustedProxies()
    /// The TLS settings; nil for cleartext connections.
    public var security: TransportSecurity?
    /// How much history is kept.
    public var retention = Retention()
    /// The limits of pictures.
    public var pictures = PictureRules()
    /// The rules of feeds.
    public var feeds = FeedRules()
    /// How long operators stay signed in.
    public var sessions = SessionRules()
    /// The company's time zone, in which the console shows times in addition to the operator's own; nil for none.
    public var timeZone: String?
    /// The link that creates the first operator; nil if there are operators.
    public var setUpLink: SetUpLink?
    /// The hash of the admin token from the environment.
    public var adminTokenHash: [UInt8]?

    public init() {}

    /// The base URL of the server's own pictures in documents; nil to keep them relative.
    var pictureBase: String? { pictureBaseURL ?? publicURL }

    /// Whether ``publicURL`` has a path.
    var isBelowPath: Bool { publicURL?.split(separator: "/").count ?? 0 > 2 }
}

/// Settings that are passed on by reference: copying so many fields for each read takes a noticeable part of its time.
final class SharedSettings: Sendable {
    let value: ServerSettings

    init(_ value: ServerSettings) { self.value = value }
}

/// Limits for clients: the numbers of connections and requests, and the seconds for each phase of a request.
public struct ServerLimits: Sendable {
    /// Connections over this limit get 503 with `Retry-After`.
    public var connections = 10_000
    /// Connections of one client over this limit get 429 with `Retry-After`.
    public var connectionsPerClient = 1_000
    /// The maximum number of bodies in files in memory.
    var responseFiles = 256
    /// The maximum number of requests in progress, except those of the fast path.
    public var requests = 1_024
    /// The maximum number of those that are changes by operators.
    public var changes = 64
    /// Seconds from the first byte of a request to the end of its head, and for a TLS handshake.
    public var headerTimeout = 10
    /// Seconds within which the body of a request must arrive.
    public var requestTimeout = 30
    /// The minimum average rate of a body in bytes per second, after the first seconds.
    public var bodyRate = 512
    /// Seconds that a handler may take after the request is complete.
    public var handlerTimeout = 30
    /// Seconds after which the connection of a client that does not read is closed.
    public var writeTimeout = 30
    /// Seconds after which a connection without a request is closed.
    public var idleTimeout = 60

    public init() {}

    /// The number of connections to accept: some more than the limit, so that they can be refused with a response.
    /// Further ones wait in the backlog.
    var acceptedConnections: Int { connections + spareConnections }

    /// The maximum number of bodies of unauthenticated requests that are read at once: parameters of reads, and
    /// sign-ins.
    var anonymousBodies: Int { max(2, changes / 4) }

    private var spareConnections: Int { min(256, max(8, connections / 8)) }

    /// Reduces the number of connections to fit the available file descriptors, minus those for the database, the log
    /// and the event loops. Files in memory get half of what is left.
    public mutating func fit(descriptors: Int) {
        connections = max(1, min(connections, descriptors - 64))
        connections = max(1, min(connections, descriptors - 64 - spareConnections))
        responseFiles = max(0, min(responseFiles, (descriptors - 64 - acceptedConnections) / 2))
    }
}

/// How many seconds clients and proxies may keep a response.
public struct CacheControl: Sendable {
    public var maxAge = 5
    public var staleWhileRevalidate = 60
    public var staleIfError = 86_400

    public init() {}

    /// Returns the value of `Cache-Control` for a representation that changes at an instant. No cache may serve it
    /// after that, unless the server fails. The value is the same for all responses within a second.
    ///
    /// - Parameter age: how many seconds ago the server may have started to miss changes; nil if it has certainly
    ///   missed none. If set, caches must revalidate before each use, because another server may be up to date.
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
    /// Returns the header fields for caches for a representation that changes at an instant.
    ///
    /// - Parameter age: how many seconds ago the server may have started to miss changes; nil if it has certainly
    ///   missed none.
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
