import Logging
import Publishing
import ServiceLifecycle

/// Forgets old revisions as the settings want it: at the start, then every hour.
struct RetentionService: Service {
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

    /// Forgets what there is to forget now.
    func apply() async {
        if retention.keepsAll { return }
        do {
            for summary in try await store.pages() {
                // That one page has no luck, such as one that was deleted just now, is no reason for the others.
                do { try await apply(to: summary.page.slug) } catch { complain(error) }
            }
        } catch { complain(error) }
    }

    /// Nothing depends on it: the next hour is another chance.
    private func complain(_ error: PublishingError) {
        logger.warning("old revisions cannot be forgotten", metadata: ["reason": "\(error)"])
    }

    private func apply(to page: String) async throws(PublishingError) {
        var count = 0
        while !Task.isCancelled {
            let step = try await store.prune(page, retention, by: .program)
            if step == 0 { break }
            count += step
            try? await Task.sleep(for: Retention.pause)
        }
        guard count > 0 else { return }
        logger.info("old revisions are forgotten", metadata: ["page": "\(page)", "count": "\(count)"])
    }
}
