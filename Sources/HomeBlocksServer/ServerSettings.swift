public import Publishing

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
    public var limits = ServerLimits()
    /// Whether plain reads are answered ahead of the router.
    public var usesFastPath = true
    /// Whose word is taken for the address of a client.
    public var trustedProxies = TrustedProxies()
    /// What makes connections secure; nil if they are not.
    public var security: TransportSecurity?
    /// How much of the history is kept.
    public var retention = Retention()
    /// How long operators stay signed in.
    public var sessions = SessionRules()
    /// What makes the first operator; nil if there is one.
    public var setUpLink: SetUpLink?
    /// The hash of an admin token that comes with the environment.
    public var adminTokenHash: [UInt8]?

    public init() {}
}
