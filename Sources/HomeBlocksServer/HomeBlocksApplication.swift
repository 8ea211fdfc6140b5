import HTTPTypes
public import Hummingbird
import HummingbirdCore
public import Logging
public import NIOCore
import NIOHTTPTypes
public import Publishing
import ServiceLifecycle

/// Builds the server, for the program and for tests.
///
/// - Parameters:
///   - files: the console's files, pictures and catalogues; their
///     ``ServerFiles/replace(layouts:in:assets:console:catalogues:)`` works on this server.
///   - fetcher: fetches the lists of feeds; nil for a server that does not fetch feeds.
///   - clock: the clock; nil to use the database's clock.
///   - onServerRunning: called with the channel once the server is listening.
public func buildApplication(
    store: any PageStore, settings: ServerSettings = ServerSettings(), files: ServerFiles = ServerFiles(),
    fetcher: (any FeedFetching)? = nil, clock: PublishingClock? = nil, logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) throws -> some ApplicationProtocol {
    let clock = clock ?? store.node?.clock ?? .system
    let pages = PublishedPages(store: store, clock: clock, settings: settings)
    let reader = PageReader(pages: pages, node: store.node, settings: settings, clock: clock)
    let purger = try CachePurger(settings.caches, logger: logger)
    files.attach(pages, purger)
    let authenticator = Authenticator(store: store, clock: clock, settings: settings)
    let services = OperatorServices(
        store: store, pages: pages, authenticator: authenticator, settings: settings, clock: clock,
        feed: ChangeEvents(),
        purger: purger)
    let refresher = FeedRefresher(fetcher, store: store, pages: pages, purger: purger, logger: logger)
    let metrics = ServerMetrics(
        settings, cache: pages.cache, purges: purger.metrics, feeds: refresher.metrics, store: store, clock: clock)
    let pictures = PictureCache(store)
    let links = LinkReader(store: store, settings: settings, clock: clock)
    let (router, _) = buildRouter(
        services, reader, links, refresher, files: files, pictures: pictures, metrics: metrics)
    let fastPath = settings.usesFastPath ? FastPathResponder(reader, pictures, metrics: metrics.requests) : nil

    return Application(
        router: router,
        server: .homeBlocks(settings, metrics.connections, fastPath: fastPath),
        configuration: ApplicationConfiguration(
            address: .hostname(settings.host, port: settings.port), serverName: ResponseHead.serverName, backlog: 1024,
            availableConnectionsDelegate: MaximumAvailableConnections(settings.limits.acceptedConnections)),
        services: [
            ExternalChangesService(store: store, pages: pages, feed: services.feed, purger: purger), services.feed,
            NodeWatchService(node: store.node, layouts: store.layouts, logger: logger),
            CachePurgeService(purger: purger),
            ReadLogService(metrics: metrics.requests, logger: logger),
            RetentionService(store: store, retention: settings.retention, logger: logger),
            SearchIndexService(store: store, logger: logger),
            FeedService(refresher: refresher, store: store, clock: clock, logger: logger),
        ],
        onServerRunning: onServerRunning,
        logger: logger)
}

/// Builds the router with all routes, and the table of the methods of each path.
func buildRouter(
    _ services: OperatorServices, _ reader: PageReader, _ links: LinkReader, _ refresher: FeedRefresher,
    files: ServerFiles, pictures: PictureCache, metrics: ServerMetrics
) -> (router: Router<ServerContext>, table: RouteTable) {
    let table = RouteTable(hasPreflights: services.settings.crossOrigin != .none)
    let router = Router(context: ServerContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(middleware: RequestLogMiddleware(metrics: metrics.requests, settings: services.settings))
    router.add(middleware: CrossOriginMiddleware(policy: services.settings.crossOrigin, routes: table))
    router.add(
        middleware: ProblemMiddleware(
            routes: table, metrics: metrics.requests, authenticator: services.authenticator))
    router.add(middleware: AdmissionMiddleware(admission: metrics.admission))
    router.add(middleware: ServerOptionsMiddleware(routes: table))
    router.add(middleware: PreconditionMiddleware())

    let routes = Routes(router: router, table: table, limits: services.settings.limits)
    ReadRoutes(reader: reader, pages: services.pages, links: links).register(routes)
    OrderRoutes(services: services).register(routes)
    PageRoutes(services: services).register(routes)
    for stage in Stage.allCases {
        BlockRoutes(services: services, stage: stage).register(routes)
        PreviewRoutes(services: services, stage: stage).register(routes)
    }
    RevisionRoutes(services: services).register(routes)
    ReleaseRoutes(services: services).register(routes)
    LinkRoutes(services: services).register(routes)
    LinkReviewRoutes(services: services).register(routes)
    AudienceRoutes(services: services).register(routes)
    FeedRoutes(services: services, refresher: refresher).register(routes)
    CatalogueRoutes(
        services: services, files: files,
        searches: CatalogueSearches(refresher, layouts: services.layouts)
    ).register(routes)
    CredentialRoutes(services: services).register(routes)
    GroupRoutes(services: services).register(routes)
    ReviewRoutes(services: services).register(routes)
    SessionRoutes(services: services).register(routes)
    AuditRoutes(services: services).register(routes)
    CalendarRoutes(services: services).register(routes)
    SearchRoutes(services: services).register(routes)
    EventRoutes(services: services).register(routes)
    PresenceRoutes(services: services).register(routes)
    NodeRoutes(services: services).register(routes)
    BlockTypeRoutes(layouts: services.layouts, settings: services.settings, now: services.clock.now)
        .register(routes)
    OpenAPIRoutes().register(routes)
    HealthRoutes(readiness: metrics.readiness).register(routes)
    MetricsRoutes(metrics: metrics).register(routes)
    AssetRoutes(files: files).register(routes)
    PictureRoutes(services: services, cache: pictures).register(routes)
    ConsoleRoutes(files: files, isBelowPath: services.settings.isBelowPath).register(routes)
    return (router, table)
}
