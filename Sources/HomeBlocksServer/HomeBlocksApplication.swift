import HTTPTypes
public import Hummingbird
import HummingbirdCore
public import Logging
public import NIOCore
import NIOHTTPTypes
public import Publishing
import ServiceLifecycle

/// Builds the whole server: what the program runs is what tests call.
///
/// - Parameters:
///   - assets: pictures to serve, by their path below `/assets/`.
///   - console: the console's files, by their path below `/admin/`.
///   - onServerRunning: is told the channel once the server listens.
public func buildApplication(
    store: any PageStore, catalog: BlockTypeCatalog, settings: ServerSettings = ServerSettings(),
    assets: [String: [UInt8]] = [:], console: [String: [UInt8]] = [:], clock: PublishingClock = .system, logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> some ApplicationProtocol {
    let pages = PublishedPages(store: store, catalog: catalog, clock: clock, defaultPage: settings.defaultPage)
    let authenticator = Authenticator(store: store, clock: clock, settings: settings)
    let desk = OperatorServices(
        store: store, catalog: catalog, pages: pages, authenticator: authenticator, settings: settings, clock: clock,
        feed: ChangeFeed())
    let figures = ServerMetrics(settings, cache: pages.cache, store: store, clock: clock)
    let (router, _) = buildRouter(desk, assets: assets, console: ConsoleFiles(console), figures: figures)

    return Application(
        router: router,
        server: .homeBlocks(settings, figures.connections, plainReads(pages, settings, clock, figures.tally)),
        configuration: ApplicationConfiguration(
            address: .hostname(settings.host, port: settings.port), serverName: ResponseHead.serverName, backlog: 1024,
            availableConnectionsDelegate: MaximumAvailableConnections(settings.limits.acceptedConnections)),
        services: [
            OutsideChangesService(store: store, pages: pages, feed: desk.feed), desk.feed,
            ReadLogService(tally: figures.tally, logger: logger),
            RetentionService(store: store, retention: settings.retention, logger: logger),
        ],
        onServerRunning: onServerRunning,
        logger: logger)
}

/// Every route of the server, and the table that says which methods each path takes.
func buildRouter(
    _ desk: OperatorServices, assets: [String: [UInt8]], console: ConsoleFiles, figures: ServerMetrics
) -> (router: Router<ServerContext>, table: RouteTable) {
    let table = RouteTable()
    let router = Router(context: ServerContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(middleware: RequestLogMiddleware(tally: figures.tally, settings: desk.settings))
    router.add(middleware: ProblemMiddleware(routes: table, tally: figures.tally, authenticator: desk.authenticator))
    router.add(middleware: AdmissionMiddleware(admission: figures.admission))
    router.add(middleware: ServerOptionsMiddleware(routes: table))
    router.add(middleware: PreconditionMiddleware())

    let routes = Routes(router: router, table: table, limits: desk.settings.limits)
    HomepageRoutes(pages: desk.pages, settings: desk.settings, clock: desk.clock).register(routes)
    SortRoutes(desk: desk).register(routes)
    PageRoutes(desk: desk).register(routes)
    StageRoutes(desk: desk).register(routes)
    DraftRoutes(desk: desk).register(routes)
    RevisionRoutes(desk: desk).register(routes)
    ReleaseRoutes(desk: desk).register(routes)
    CredentialRoutes(desk: desk).register(routes)
    SessionRoutes(desk: desk, keeper: desk.authenticator.sessions).register(routes)
    AuditRoutes(desk: desk).register(routes)
    EventRoutes(desk: desk).register(routes)
    BlockTypeRoutes(catalog: desk.catalog, settings: desk.settings, now: desk.clock.now).register(routes)
    OpenAPIRoutes().register(routes)
    HealthRoutes(readiness: figures.readiness).register(routes)
    MetricsRoutes(figures: figures).register(routes)
    AssetRoutes(files: assets).register(routes)
    ConsoleRoutes(files: console).register(routes)
    return (router, table)
}

/// The answers that plain reads get ahead of the router, unless all go through it.
private func plainReads(
    _ pages: PublishedPages, _ settings: ServerSettings, _ clock: PublishingClock, _ tally: RequestMetrics
) -> FastPathReads? {
    settings.usesFastPath ? FastPathReads(pages: pages, settings: settings, clock: clock, tally: tally) : nil
}
