import HomeBlocks
import Hummingbird
public import Publishing
import Synchronization

/// The console's files, the pictures and the catalogues, in memory. A reload replaces all of them and the layouts
/// together.
public final class ServerFiles: Sendable {
    private struct State {
        var console: ConsoleFiles
        var assets: [String: Deferred<Representation>]
        var catalogues: CatalogueSet
        /// The pages that depend on the layouts.
        var pages: PublishedPages?
        var purger: CachePurger?
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - assets: the bytes of each picture by its path below `/assets/`. Pictures with types that are not in
    ///     ``MediaTypes/pictures`` are not served.
    ///   - console: the bytes of each of the console's files by its path below `/admin/`.
    public init(assets: [String: [UInt8]] = [:], console: [String: [UInt8]] = [:], catalogues: [Catalogue] = []) {
        state = Mutex(
            State(
                console: ConsoleFiles(console), assets: Self.pictures(assets),
                catalogues: CatalogueSet(all: catalogues, number: 0)))
    }

    /// Replaces a store's layouts and all files, or nothing if it throws. After it returns, every new read uses the new
    /// ones; reads in progress finish with the old ones.
    ///
    /// - Returns: the stored content that the new layouts reject. It is served as before.
    /// - Throws: ``PublishingError/conflict(_:)`` if a layout that is in use is missing.
    public func replace(
        layouts: BlockTypeCatalog, in store: any PageStore, assets: [String: [UInt8]], console: [String: [UInt8]],
        catalogues: [Catalogue]
    ) async throws(PublishingError) -> [RefusedContent] {
        let (console, assets) = (ConsoleFiles(console), Self.pictures(assets))
        let refused = try await store.replaceLayouts(with: layouts)
        let (pages, purger) = state.withLock { state in
            (state.console, state.assets) = (console, assets)
            state.catalogues = CatalogueSet(all: catalogues, number: state.catalogues.number + 1)
            return (state.pages, state.purger)
        }
        await pages?.renew()
        await purger?.purge(.everything)
        return refused
    }

    /// Sets the pages to rebuild and the caches to purge after a reload.
    func attach(_ pages: PublishedPages, _ purger: CachePurger) {
        state.withLock { ($0.pages, $0.purger) = (pages, purger) }
    }

    var console: ConsoleFiles { state.withLock { $0.console } }

    var catalogues: CatalogueSet { state.withLock { $0.catalogues } }

    func asset(at path: String) -> Representation? { state.withLock { $0.assets[path] }?.value }

    private static func pictures(_ files: [String: [UInt8]]) -> [String: Deferred<Representation>] {
        var pictures: [String: Deferred<Representation>] = [:]
        for (path, bytes) in files {
            guard let type = MediaTypes.pictures.type(of: path) else { continue }
            pictures[path] = Deferred {
                // The other formats are already compressed.
                Representation(bytes, contentType: type, compression: type == MediaTypes.svg ? .thorough : nil)
            }
        }
        return pictures
    }
}

/// The catalogues, numbered by the reloads before them.
struct CatalogueSet: Sendable {
    let all: [Catalogue]
    let number: Int
}

/// The media types of served files by file extension. Files of other types are not served.
public struct MediaTypes: Sendable {
    fileprivate static let svg = "image/svg+xml"
    static let html = "text/html; charset=utf-8"

    public static let pictures = MediaTypes(types: ["svg": svg, "webp": "image/webp", "png": "image/png"])
    public static let console = MediaTypes(types: [
        "html": html, "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": svg,
    ])

    private let types: [String: String]

    /// Returns the media type of a file; nil if it is not served.
    public func type(of path: String) -> String? {
        path.lastIndex(of: ".").flatMap { types[String(path[path.index(after: $0)...])] }
    }
}
