import Publishing
import ServiceLifecycle

/// Makes the published pages anew when another process has changed them.
struct OutsideChangesService: Service {
    let store: any PageStore
    let pages: PublishedPages
    let feed: ChangeFeed

    func run() async {
        for await _ in store.outsideChanges().cancelOnGracefulShutdown() {
            await pages.renew()
            feed.signal()
        }
    }
}
