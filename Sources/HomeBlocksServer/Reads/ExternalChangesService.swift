import Publishing
import ServiceLifecycle

/// Reloads the published pages when other programs have changed them.
struct ExternalChangesService: NamedService {
    let store: any PageStore
    let pages: PublishedPages
    let feed: ChangeEvents
    let purger: CachePurger

    private static let pause = Duration.milliseconds(250)

    func run() async {
        let changes = store.externalChanges(version: BuildInfo.version).cancelOnGracefulShutdown()
        for await change in changes {
            // In the meantime, the node is not ready, and its reads say so.
            while await !pages.renew(change), !Task.isShuttingDownGracefully {
                try? await Task.sleep(for: Self.pause)
            }
            feed.signal()
            // A cache that hangs must not delay the next change.
            Task { await purge(change) }
        }
    }

    /// Has caches drop what a change reaches: it may be one of a command, which knows of no cache.
    private func purge(_ change: ExternalChanges) async {
        switch change {
        case .everything: await purger.purge(.everything)
        case .pages(let slugs, let feeds):
            if !slugs.isEmpty { await purger.purge(CacheTags(changeOf: slugs)) }
            if !feeds.isEmpty { await purger.purge(CacheTags(changeOfFeeds: feeds)) }
        }
    }
}
