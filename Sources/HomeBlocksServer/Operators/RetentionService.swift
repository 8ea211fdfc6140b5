import Logging
import Publishing
import ServiceLifecycle

/// Deletes old revisions according to the settings, and old stored responses for retries: at the start, then every
/// hour.
struct RetentionService: NamedService {
    let store: any PageStore
    let retention: Retention
    let logger: Logger

    private static let interval = Duration.seconds(3600)

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.apply()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    /// Deletes old data, unless another node is doing so.
    func apply() async {
        do throws(PublishingError) { _ = try await store.runAlone { await deleteAll() } } catch { log(error) }
    }

    private func deleteAll() async {
        do { try await store.deleteOldResponses() } catch { log(error) }
        if retention.keepsAll { return }
        do {
            for summary in try await store.pages(for: .readAll) {
                // A failure for one page, for example because it was deleted in the meantime, must not stop the others.
                do { try await apply(to: summary.page.slug) } catch { log(error) }
            }
        } catch { log(error) }
    }

    /// Logs a failure. The next run tries again.
    private func log(_ error: PublishingError) {
        logger.warning("old data cannot be deleted", metadata: ["reason": "\(error)"])
    }

    private func apply(to page: String) async throws(PublishingError) {
        let count = try await store.pruneAll(page, retention, by: .program)
        guard count > 0 else { return }
        logger.info("old revisions were deleted", metadata: ["page": "\(page)", "count": "\(count)"])
    }
}
