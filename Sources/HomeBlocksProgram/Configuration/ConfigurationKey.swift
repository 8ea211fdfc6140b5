import Configuration

/// Every setting, with its default. The program does not start with any other setting in the file or in a
/// `HOMEBLOCKS_…` variable.
enum ConfigurationKey: String, CaseIterable {
    case host
    case port
    case database
    case page
    case serverPublicURL = "server.publicUrl"
    case pagingLimit = "paging.limit"
    case writesRequireIfMatch = "writes.requireIfMatch"
    case addressesWebSchemes = "addresses.webSchemes"
    case addressesAppSchemes = "addresses.appSchemes"
    case audienceAttributes = "audience.attributes"
    case cacheMaxAge = "cache.maxAge"
    case cacheStaleWhileRevalidate = "cache.staleWhileRevalidate"
    case cacheStaleIfError = "cache.staleIfError"
    case cachesTagHeader = "caches.tagHeader"
    case cachesMaxAge = "caches.maxAge"
    case cachesPurge = "caches.purge"
    case cachesPurgeToken = "caches.purgeToken"
    case consoleTimeZone = "console.timeZone"
    case corsAllowedOrigins = "cors.allowedOrigins"
    case httpMaxConnections = "http.maxConnections"
    case httpMaxConnectionsPerClient = "http.maxConnectionsPerClient"
    case httpMaxRequests = "http.maxRequests"
    case httpMaxChanges = "http.maxChanges"
    case httpHeaderTimeout = "http.headerTimeout"
    case httpRequestTimeout = "http.requestTimeout"
    case httpBodyRate = "http.bodyRate"
    case httpHandlerTimeout = "http.handlerTimeout"
    case httpWriteTimeout = "http.writeTimeout"
    case httpIdleTimeout = "http.idleTimeout"
    case httpTrustedProxies = "http.trustedProxies"
    case httpFastPath = "http.fastPath"
    case tlsCertificate = "tls.certificate"
    case tlsKey = "tls.key"
    case tlsHSTS = "tls.hsts"
    case sessionIdleTimeout = "session.idleTimeout"
    case sessionLifetime = "session.lifetime"
    case retentionRevisions = "retention.revisions"
    case retentionDays = "retention.days"
    case picturesBaseURL = "pictures.baseUrl"
    case picturesMaximumPictureBytes = "pictures.maximumPictureBytes"
    case picturesMaximumBytes = "pictures.maximumBytes"
    case feedsAllowedHosts = "feeds.allowedHosts"
    case feedsAllowedNetworks = "feeds.allowedNetworks"
    case feedsMinimumInterval = "feeds.minimumInterval"
    case feedsCAFile = "feeds.caFile"
    case feedsProxy = "feeds.proxy"
    case feedsSecrets = "feeds.secrets"
    case linksAppURL = "links.appUrl"
    case logLevel = "log.level"
    case logFormat = "log.format"

    var defaultValue: ConfigValue {
        switch self {
        case .host: "127.0.0.1"
        case .port: 8080
        case .database: "homeblocks.sqlite"
        case .page: "music"
        case .serverPublicURL: ""
        case .pagingLimit: 10
        case .writesRequireIfMatch: false
        case .addressesWebSchemes: "http,https"
        case .addressesAppSchemes: "orpheus,homeblocks"
        case .audienceAttributes: ""
        case .cacheMaxAge: 5
        case .cacheStaleWhileRevalidate: 60
        case .cacheStaleIfError: 86_400
        case .cachesTagHeader: ""
        case .cachesMaxAge: 0
        case .cachesPurge: ""
        case .cachesPurgeToken: ""
        case .consoleTimeZone: ""
        case .corsAllowedOrigins: "*"
        case .httpMaxConnections: 10_000
        case .httpMaxConnectionsPerClient: 1_000
        case .httpMaxRequests: 1_024
        case .httpMaxChanges: 64
        case .httpHeaderTimeout: 10
        case .httpRequestTimeout: 30
        case .httpBodyRate: 512
        case .httpHandlerTimeout: 30
        case .httpWriteTimeout: 30
        case .httpIdleTimeout: 60
        case .httpTrustedProxies: ""
        case .httpFastPath: true
        case .tlsCertificate: ""
        case .tlsKey: ""
        case .tlsHSTS: 31_536_000
        case .sessionIdleTimeout: 28_800
        case .sessionLifetime: 604_800
        case .retentionRevisions: 0
        case .retentionDays: 0
        case .picturesBaseURL: ""
        case .picturesMaximumPictureBytes: 5_242_880
        case .picturesMaximumBytes: 2_147_483_648
        case .feedsAllowedHosts: ""
        case .feedsAllowedNetworks: ""
        case .feedsMinimumInterval: 10
        case .feedsCAFile: ""
        case .feedsProxy: ""
        case .feedsSecrets: ""
        case .linksAppURL: ""
        case .logLevel: "info"
        case .logFormat: "text"
        }
    }

    /// The environment variable of the setting: `HOMEBLOCKS_WRITES_REQUIRE_IF_MATCH` for `writes.requireIfMatch`.
    var environmentName: String {
        let words = rawValue.reduce(into: "") { name, character in
            if character.isUppercase { name.append("_") }
            name.append(character == "." ? "_" : character)
        }
        return "HOMEBLOCKS_" + words.uppercased()
    }

    /// Variables that are not settings of the server.
    static let otherVariables: Set<String> = [
        "HOMEBLOCKS_CONFIG", "HOMEBLOCKS_ADMIN_TOKEN", "HOMEBLOCKS_SERVER", "HOMEBLOCKS_TOKEN", "HOMEBLOCKS_CA_FILE",
    ]
}
