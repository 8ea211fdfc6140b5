import ArgumentParser
import Feeds
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

    @OptionGroup var listening: ListenOptions

    /// The time that running requests have to finish after SIGTERM.
    private static let drainTime = Duration.seconds(9)

    /// One event loop can serve more reads than a network can transfer. One core is left for all other work: changes,
    /// new versions, compression.
    private static var eventLoops: Int { max(1, System.coreCount - 1) }

    func run() async throws {
        ResidentMemory.limitFragmentation()
        let configuration = try await options.load(listening.settings)
        LoggingSystem.bootstrap { configuration.logFormat.handler($0, level: configuration.logLevel) }
        NIOSingletons.groupLoopCountSuggestion = Self.eventLoops
        let logger = Logger(label: "homeblocks")
        var settings = configuration.server
        fitConnections(&settings.limits, logger: logger)
        let environment = try await CommandEnvironment.open(configuration, creates: true)
        try await checkDefaultPage(environment)
        try await environment.store.checkLayouts()
        for warning in try await environment.store.warnings() { logger.warning("\(warning)") }
        let banner = StartBanner(environment: environment, setUpSecret: try await offerSetUp(environment, &settings))
        let folder = ConfigurationFolder(url: configuration.folder)
        let files = ServerFiles(
            assets: try folder.assets(), console: try folder.console(),
            catalogues: try folder.catalogues(settings.feeds, environment.catalog))
        let application = try buildApplication(
            store: environment.store, settings: settings, files: files, fetcher: try configuration.feeds.fetcher(),
            logger: logger,
            onServerRunning: { channel in
                do { try await banner.show(port: channel.localAddress?.port ?? 0) } catch {
                    Terminal.complain(ErrorText.describe(error))
                    Self.exit(withError: ExitCode.failure)
                }
                ResidentMemory.trim()
            })
        let reload = ReloadService(
            security: settings.security, folder: folder, schemes: configuration.schemes,
            attributes: settings.attributes, rules: settings.feeds, files: files, store: environment.store,
            logger: logger)
        do { try await serve(application, reload, logger: logger) } catch let error as IOError {
            throw ProgramError(ErrorText.describe(error, host: settings.host, port: settings.port))
        }
        try environment.store.close()
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

    /// Creates the link for the first operator if there is no operator yet and no admin token is configured. With such a
    /// token, operators are created through the API, and more people may be able to read the program's output.
    private func offerSetUp(_ environment: CommandEnvironment, _ settings: inout ServerSettings) async throws
        -> SessionSecret?
    {
        guard !environment.configuration.hasAdminToken, !(try await environment.store.hasOperators()) else {
            return nil
        }
        var generator = SystemRandomNumberGenerator()
        let secret = SessionSecret(using: &generator)
        let link = SetUpLink(secret, at: PublishingClock.system.now)
        try await link.offer(environment.store.shared)
        settings.setUpLink = link
        return secret
    }

    private func checkDefaultPage(_ environment: CommandEnvironment) async throws {
        let page = environment.configuration.server.defaultPage
        let pages = try await environment.store.pages(for: .readAll).map(\.page.slug)
        guard pages.contains(page) else {
            throw ProgramError(
                "The setting page names the page \"\(page)\", which does not exist. Pages: \(pages.joined(separator: ", "))."
            )
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
            logger.notice("requests were still running when the shutdown timeout ended")
        }
        logger.info("stopped")
    }
}
