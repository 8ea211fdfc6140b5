import HomeBlocksServer
import Logging
import Publishing
import ServiceLifecycle
import UnixSignals

/// Reads the certificate again on SIGHUP. Connections go on with the one that they began with.
struct ReloadService: Service {
    let security: TransportSecurity?
    let logger: Logger

    func run() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() { reload() }
    }

    private func reload() {
        guard let security else { return logger.notice("there is no certificate to read again") }
        do {
            try security.reload()
            logger.notice("certificate read again", metadata: ["expires": "\(security.expiry.rfc3339)"])
        } catch {
            logger.error("certificate not read again, the old one stays", metadata: ["reason": "\(error)"])
        }
    }
}
