/// How the server behaves; each value comes from the configuration.
public struct ServerSettings: Sendable {
    public var host = "127.0.0.1"
    /// 0 picks a free port.
    public var port = 8080
    /// The page of a request that names none.
    public var defaultPage = "music"
    /// How many sections a part of a page has, unless the request says.
    public var pageLimit = 10
    /// Whether changes must carry `If-Match`.
    public var requiresIfMatch = false
    public var cacheControl = CacheControl()
    /// Connections beyond this many wait until others close.
    public var mostConnections = 10_000
    /// Seconds after which a connection without a request is closed.
    public var idleTimeout = 60
    /// Whether plain reads are answered ahead of the router.
    public var usesFastPath = true
    /// Seconds in which a request's body must have arrived.
    public var requestTimeout = 30
    /// The hash of an admin token that comes with the environment.
    public var adminTokenHash: [UInt8]?

    public init() {}
}
