import ArgumentParser
import Foundation
import HomeBlocks
import HomeBlocksClient
import Publishing
import SQLiteStore

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a database, or a running server.",
        discussion: "A database is whole when its pages and indexes are, every reference leads somewhere, and every "
            + "live page is valid. A server is well when it is ready and its default page decodes.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions

    func run() async throws {
        if let connection = try server.connection(options) {
            _ = try await connection.send("GET", "/readyz")
            let page = try await HomePageClient(server: connection.server).page()
            return Terminal.say("The server is ready and shows \(page.data.blocks.count) sections.")
        }
        let workplace = try await Workplace.open(try await options.load())
        try await workplace.store.checkIntegrity()
        for summary in try await workplace.store.pages() {
            let revision = try await workplace.store.revision(summary.page.slug, .live)
            let document = try await PageDocument.of(revision, in: workplace.store)
            try document.validate(workplace.catalog, client: summary.page.client)
            Terminal.say("\(summary.page.slug): revision \(summary.revision), \(document.blocks.count) blocks, valid")
        }
        Terminal.say("\(workplace.configuration.database) is whole.")
    }
}
