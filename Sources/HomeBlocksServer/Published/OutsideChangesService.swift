import Publishing
import ServiceLifecycle

/// Forgets the published pages when another process has changed them.
struct OutsideChangesService: Service {
    let store: any PageStore
    let pages: PublishedPages

    func run() async {
        for await _ in store.outsideChanges().cancelOnGracefulShutdown() { pages.invalidate() }
    }
}
