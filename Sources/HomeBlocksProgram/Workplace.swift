import Configuration
import Foundation
import HomeBlocks
import Publishing
import SQLiteStore

/// The layouts, the pages and the database that a command works on.
struct Workplace {
    let configuration: ProgramConfiguration
    let catalog: BlockTypeCatalog
    let store: SQLiteStore

    /// Opens the database; an empty one gets the starter pages.
    static func open(_ configuration: ProgramConfiguration) async throws -> Workplace {
        let folder = ConfigurationFolder(url: configuration.folder)
        let catalog = try folder.catalog()
        let store = try SQLiteStore(path: configuration.database, catalog: catalog)
        if try await store.pages().isEmpty {
            for (slug, document) in try folder.starterPages() {
                _ = try await store.importPage(PageImport(page: slug, document: document, actor: .program))
            }
        }
        return Workplace(configuration: configuration, catalog: catalog, store: store)
    }
}
