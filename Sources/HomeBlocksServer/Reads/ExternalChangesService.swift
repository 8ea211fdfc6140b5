import Publishing
import ServiceLifecycle

/// Refreshes the published pages after other processes have changed them.
struct ExternalChangesService: NamedService {
    let store: any PageStore
    let pages: PublishedPages
    let feed: ChangeEvents
    let purger: CachePurger

    private static let pause = Duration.milliseconds(250)

    func run() async {
        let changes = store.externalChanges(version: BuildInfo.version).cancelOnGracefulShutdown()
        for await change in changes {
            // Until this succeeds, the node is not ready, and its responses say so.
            while await !pages.renew(change), !Task.isShuttingDownGracefully {
                try? await Task.sleep(for: Self.pause)
            }
            feed.signal()
            // A slow cache must not delay the next change.
            Task { await purge(change) }
        }
    }

    /// Purges the pages and feeds of a change from caches, because the change may come from a command-line tool, which
    /// does not purge.
    private func purge(_ change: ExternalChanges) async {
        switch change {
        case .everything: await purger.purge(.everything)
        case .pages(let slugs, let feeds):
            if !slugs.isEmpty { await purger.purge(CacheTags(changeOf: slugs)) }
            if !feeds.isEmpty { await purger.purge(CacheTags(changeOfFeeds: feeds)) }
        }
    }
}
