import ArgumentParser
import Configuration
import Foundation
import HomeBlocksServer
import Hummingbird
import Logging
import NIOCore
import Publishing
import SQLiteStore
import ServiceLifecycle
import UnixSignals

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Serve the pages over HTTP.")

    @OptionGroup var options: DatabaseOptions

    @Option(help: "The address to listen at. [127.0.0.1]")
    var host: String?

    @Option(help: "The port to listen at; 0 picks a free one. [8080]")
    var port: Int?

    /// How long requests may take to finish after the program was told to end.
    private static let drainTime = Duration.seconds(9)

    /// One event loop answers more reads than a network carries; the core that is left does all else meanwhile:
    /// changes, new versions, compression.
    private static var eventLoops: Int { max(1, System.coreCount - 1) }

    func run() async throws {
        var flags: [ConfigurationKey: ConfigValue] = [:]
        if let host { flags[.host] = ConfigValue(.string(host), isSecret: false) }
        if let port { flags[.port] = ConfigValue(.int(port), isSecret: false) }
        let configuration = try await options.load(flags)
        LoggingSystem.bootstrap { configuration.logFormat.handler($0, level: configuration.logLevel) }
        NIOSingletons.groupLoopCountSuggestion = Self.eventLoops
        let logger = Logger(label: "homeblocks")
        var settings = configuration.server
        fitConnections(&settings.limits, logger: logger)
        let workplace = try await CommandEnvironment.open(configuration, creates: true)
        try await checkDefaultPage(workplace)
        let banner = StartBanner(workplace: workplace, setUpSecret: try await offerSetUp(workplace, &settings))
        let folder = ConfigurationFolder(url: configuration.folder)
        let application = buildApplication(
            store: workplace.store, catalog: workplace.catalog, settings: settings,
            assets: try folder.assets(), console: try folder.console(), logger: logger,
            onServerRunning: { channel in
                do { try await banner.show(port: channel.localAddress?.port ?? 0) } catch {
                    Terminal.complain(ErrorText.describe(error))
                    Self.exit(withError: ExitCode.failure)
                }
            })
        try await serve(application, ReloadService(security: settings.security, logger: logger), logger: logger)
        try workplace.store.close()
    }

    private func fitConnections(_ limits: inout ServerLimits, logger: Logger) {
        guard let descriptors = Descriptors.raise() else { return }
        let wanted = limits.connections
        limits.fit(descriptors: descriptors)
        guard limits.connections < wanted else { return }
        logger.warning(
            "the system allows fewer connections than http.maxConnections",
            metadata: [
                "wanted": "\(wanted)", "possible": "\(limits.connections)", "descriptors": "\(descriptors)",
            ])
    }

    /// A link for the first operator, if there was none yet. Who sets an admin token makes operators with it: what such a
    /// program says may go to many eyes.
    private func offerSetUp(_ workplace: CommandEnvironment, _ settings: inout ServerSettings) async throws
        -> SessionSecret?
    {
        guard !workplace.configuration.hasAdminToken, !(try await workplace.store.hasOperators()) else { return nil }
        var generator = SystemRandomNumberGenerator()
        let secret = SessionSecret(using: &generator)
        settings.setUpLink = SetUpLink(secret, at: PublishingClock.system.now)
        return secret
    }

    private func checkDefaultPage(_ workplace: CommandEnvironment) async throws {
        let page = workplace.configuration.server.defaultPage
        let pages = try await workplace.store.pages().map(\.page.slug)
        guard pages.contains(page) else {
            throw ConfigurationProblem(
                "The setting page names \"\(page)\", which is no page. There are: \(pages.joined(separator: ", ")).")
        }
    }

    private func serve(
        _ application: some ApplicationProtocol, _ reload: ReloadService, logger: Logger
    ) async throws {
        var settings = ServiceGroupConfiguration(
            services: [reload, application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        settings.maximumGracefulShutdownDuration = Self.drainTime
        do {
            try await ServiceGroup(configuration: settings).run()
        } catch is CancellationError {
            logger.notice("requests were still running after the time to drain")
        }
        logger.info("stopped")
    }
}
