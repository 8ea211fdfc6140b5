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
///   - onServerRunning: is told the channel once the server listens.
public func buildApplication(
    store: any PageStore, catalog: BlockTypeCatalog, settings: ServerSettings = ServerSettings(),
    assets: [String: [UInt8]] = [:], clock: PublishingClock = .system, logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> some ApplicationProtocol {
    let pages = PublishedPages(store: store, catalog: catalog, clock: clock, defaultPage: settings.defaultPage)
    let authenticator = Authenticator(store: store, clock: clock, adminTokenHash: settings.adminTokenHash)
    let desk = OperatorDesk(
        store: store, catalog: catalog, pages: pages, authenticator: authenticator, settings: settings, clock: clock)
    let tally = RequestTally()
    let (router, _) = buildRouter(desk, assets: assets, tally: tally)
    let reads =
        settings.usesFastPath ? PlainReads(pages: pages, settings: settings, clock: clock, tally: tally) : nil

    return Application(
        router: router,
        server: .http1(configuration: .homeBlocks(settings, reads)),
        configuration: ApplicationConfiguration(
            address: .hostname(settings.host, port: settings.port), serverName: AnswerHead.serverName, backlog: 1024,
            availableConnectionsDelegate: MaximumAvailableConnections(settings.mostConnections)),
        services: [
            OutsideChangesService(store: store, pages: pages), ReadLogService(tally: tally, logger: logger),
        ],
        onServerRunning: onServerRunning,
        logger: logger)
}

/// Every route of the server, and the table that says which methods each path takes.
func buildRouter(
    _ desk: OperatorDesk, assets: [String: [UInt8]], tally: RequestTally = RequestTally()
) -> (router: Router<ServerContext>, table: RouteTable) {
    let table = RouteTable()
    let router = Router(context: ServerContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(middleware: RequestLogMiddleware(tally: tally))
    router.add(middleware: ProblemMiddleware(routes: table))

    let routes = Routes(router: router, table: table)
    HomepageRoutes(pages: desk.pages, settings: desk.settings, clock: desk.clock).register(routes)
    SortRoutes(desk: desk).register(routes)
    PageRoutes(desk: desk).register(routes)
    StageRoutes(desk: desk).register(routes)
    DraftRoutes(desk: desk).register(routes)
    RevisionRoutes(desk: desk).register(routes)
    ReleaseRoutes(desk: desk).register(routes)
    CredentialRoutes(desk: desk).register(routes)
    AuditRoutes(desk: desk).register(routes)
    BlockTypeRoutes(catalog: desk.catalog, settings: desk.settings, now: desk.clock.now).register(routes)
    OpenAPIRoutes().register(routes)
    HealthRoutes(store: desk.store, clock: desk.clock).register(routes)
    MetricsRoutes(tally: tally, cache: desk.pages.cache).register(routes)
    AssetRoutes(files: assets).register(routes)
    return (router, table)
}

extension HTTP1Channel.Configuration {
    fileprivate static func homeBlocks(_ settings: ServerSettings, _ reads: PlainReads?) -> HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionGuard(
                    requestTimeout: .seconds(Int64(settings.requestTimeout)),
                    idleTimeout: .seconds(Int64(settings.idleTimeout)), reads: reads)
            ],
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
    }
}
