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
        help: "For whom: platform/version/languages/uid, such as ios/9.1.0/zh-CN. Parts may be left out.")
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
            // Most of what is requested each second has not changed.
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
            throw ProgramError("HOMEBLOCKS_SERVER must be an http or https address.")
        }
        return HomePageClient(server: url, context: reader?.context ?? HomePageContext(), cache: cache)
    }
}

/// The reader that a page is shown to, as `platform/version/languages/uid`; each part may be empty or left out.
struct PrintedReader: ExpressibleByArgument {
    let context: HomePageContext

    init?(argument: String) {
        let parts = argument.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        func part(_ index: Int) -> String? { index < parts.count && !parts[index].isEmpty ? parts[index] : nil }
        let platform = part(0).flatMap(Platform.init(rawValue:))
        guard part(0) == nil || platform != nil else { return nil }
        context = HomePageContext(platform: platform, appVersion: part(1), locale: part(2), uid: part(3))
    }
}

/// Prints a page, and again each time that it changes, until the program is ended.
struct PageWatch {
    let client: HomePageClient
    let page: String?
    private static let second: UInt64 = 1_000_000_000
    private static let clear = "\u{1B}[H\u{1B}[2J"

    /// - Throws: what the first load throws; later errors are printed, each once, and waited out.
    func run() async throws {
        var drawn: String?
        var complaint: String?
        while !Task.isCancelled {
            do throws(HomePageError) {
                let text = try await text()
                if text != drawn || complaint != nil { draw(text) }
                (drawn, complaint) = (text, nil)
            } catch {
                guard drawn != nil else { throw error }
                let said = ErrorText.describe(error)
                if said != complaint { Terminal.complain(said) }
                complaint = said
            }
            try await Task.sleep(nanoseconds: Self.second)
        }
    }

    private func text() async throws(HomePageError) -> String {
        let document = try await client.page(page)
        // A copy on disk is not what the server shows now.
        if case .stale(_, let error) = document.origin { throw error }
        return try await PagePrinter.load(document.value, of: page, from: client).text
    }

    private func draw(_ text: String) {
        let isTerminal = isatty(FileHandle.standardOutput.fileDescriptor) == 1
        Terminal.say((isTerminal ? Self.clear : "") + text)
    }
}
