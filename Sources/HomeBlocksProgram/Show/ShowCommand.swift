import ArgumentParser
import Foundation
import HomeBlocks
import HomeBlocksClient

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a page as a reader of an app meets it.",
        discussion: "Sections in order with their titles, cards and sizes on a screen 375 points wide. "
            + "It is made with the client libraries alone.")

    @Option(help: "The server. [HOMEBLOCKS_SERVER, or http://127.0.0.1:8080]")
    var server: String?

    @Option(help: "The page. [the server's default page]")
    var page: String?

    @Option(
        name: .customLong("as"),
        help: "For whom: platform/version/languages/uid, such as ios/9.1.0/zh-CN. What is left out is not told.")
    var reader: PrintedReader?

    @Flag(help: "Draw the page again whenever it changes.")
    var watch = false

    func validate() throws {
        if let page { try PageOptions.checkSlug(page) }
        if let server, ServerOptions.url(server) == nil {
            throw ValidationError("--server must be an http or https address.")
        }
    }

    func run() async throws {
        if watch {
            // Most of what is asked for each second has not changed.
            let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
            let cache = caches.map { ResponseCache(folder: $0.appending(path: "homeblocks-show")) }
            return try await PageWatch(client: try client(cache), page: page).run()
        }
        let client = try client()
        let document = try await client.page(page)
        Terminal.say(try await PagePrinter.load(document.value, of: page, from: client).text)
    }

    private func client(_ cache: ResponseCache? = nil) throws -> HomePageClient {
        let address = server ?? ProcessInfo.processInfo.environment["HOMEBLOCKS_SERVER"] ?? ""
        guard let url = ServerOptions.url(address.isEmpty ? "http://127.0.0.1:8080" : address) else {
            throw ConfigurationProblem("HOMEBLOCKS_SERVER must be an http or https address.")
        }
        return HomePageClient(server: url, context: reader?.context ?? HomePageContext(), cache: cache)
    }
}
