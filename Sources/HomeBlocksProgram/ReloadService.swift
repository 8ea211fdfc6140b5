import Foundation
import HomeBlocksServer
import Logging
import Publishing
import ServiceLifecycle
import UnixSignals

/// Reloads the certificate and the files of the configuration folder on SIGHUP. Each of the two is replaced completely
/// or not at all. Open connections keep the certificate that they started with.
struct ReloadService: NamedService {
    let security: TransportSecurity?
    let folder: ConfigurationFolder
    let schemes: AddressSchemes
    let attributes: AudienceAttributes
    /// The rules for requests of catalogues.
    let rules: FeedRules
    let files: ServerFiles
    let store: any PageStore
    let logger: Logger

    func run() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            reloadCertificate()
            await reloadFiles()
            ResidentMemory.trim()
        }
    }

    private func reloadCertificate() {
        guard let security else { return logger.notice("no certificate to reload") }
        do {
            try security.reload()
            logger.notice("certificate reloaded", metadata: ["expires": "\(security.expiry.rfc3339)"])
        } catch {
            logger.error("certificate not reloaded, the old one stays in use", metadata: ["reason": "\(error)"])
        }
    }

    private func reloadFiles() async {
        do {
            let catalog = try folder.catalog(schemes, attributes)
            let refused = try await files.replace(
                layouts: catalog, in: store, assets: try folder.assets(), console: try folder.console(),
                catalogues: try folder.catalogues(rules, catalog))
            for content in refused {
                logger.warning(
                    "stored content is not valid with the new layouts; it is served as before",
                    metadata: ["content": "\(content)"])
            }
            logger.notice("files reloaded", metadata: ["layouts": "\(catalog.types.count)"])
        } catch {
            let reason = ErrorText.describe(error).replacing("\n", with: ";")
            logger.error("files not reloaded, the old ones stay in use", metadata: ["reason": "\(reason)"])
        }
    }
}
