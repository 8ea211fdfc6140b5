import ArgumentParser
import Foundation
import HomeBlocks
import HomeBlocksClient

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a page as a reader of an app meets it.",
        discussion: "Sections in order with their titles, cards and sizes on a screen 375 points wide. "
            + "It is made with the client libraries alone. As an app does, it keeps what it loads: on a terminal the "
            + "stored copy is shown until the server responds, and without a response it is what is shown.")

    @Option(help: "The server. [HOMEBLOCKS_SERVER, or http://127.0.0.1:8080]")
    var server: String?

    @Option(help: "The page. [the server's default page]")
    var page: String?

    @Option(
        name: .customLong("as"),
        help: "For whom: platform/version/languages/uid, such as ios/9.1.0/zh-CN. Parts may be left out.")
    var reader: PrintedReader?

    @Option(help: "A folder that export --bundle wrote: shows what an app that was built with it does.")
    var bundle: String?

    @Flag(help: "Draw the page again whenever it changes.")
    var watch = false

    func validate() throws {
        if let page { try PageOptions.checkSlug(page) }
        if let server, ServerOptions.url(server) == nil {
            throw ValidationError("--server must be an http or https address.")
        }
    }

    func run() async throws {
        let client = try client()
        if watch { return try await PageWatch(client: client, page: page).run() }
        var isDrawn = false
        for try await document in client.results(of: .page(page), policy: .cacheThenNetwork) {
            var isFirst = false
            if case .stored = document.origin { isFirst = true }
            // A program that reads the output gets the page once.
            guard !isFirst || Terminal.isInteractive else { continue }
            let text = try await text(of: document, from: client)
            Terminal.say((isDrawn ? Terminal.clear : "") + text)
            isDrawn = true
            if case .stale(_, let error) = document.origin { Terminal.complain(ErrorText.describe(error)) }
        }
    }

    /// The page as text: of the stored copies alone, if the document is one.
    private func text(of document: Loaded<HomePage>, from client: HomePageClient) async throws -> String {
        let source: any HomePageFetching = document.origin.staleSince == nil ? client : StoredPages(client: client)
        var printer = try await PagePrinter.load(document.value, of: page, from: source, for: client.context)
        printer.storedSince = document.origin.staleSince
        return printer.text
    }

    private func client() throws -> HomePageClient {
        let address = server ?? ProcessInfo.processInfo.environment["HOMEBLOCKS_SERVER"] ?? ""
        guard let url = ServerOptions.url(address.isEmpty ? "http://127.0.0.1:8080" : address) else {
            throw ProgramError("HOMEBLOCKS_SERVER must be an http or https address.")
        }
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        return HomePageClient(
            server: url, context: reader?.context ?? HomePageContext(),
            cache: caches.map { ResponseCache(folder: $0.appending(path: "homeblocks-show")) },
            bundle: try bundle.map(bundledResponses))
    }

    private func bundledResponses(_ folder: String) throws -> BundledResponses {
        do {
            return try BundledResponses(folder: URL(filePath: folder))
        } catch {
            throw ProgramError("The folder \(folder) cannot be read. Write it with export --bundle.")
        }
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

/// The stored copies of a client, without any request. What is not stored counts as not there.
struct StoredPages: HomePageFetching {
    let client: HomePageClient

    func storedCopy<Value: Sendable>(of request: HomePageRequest<Value>) async -> Loaded<Value>? {
        await client.storedCopy(of: request)
    }

    func response<Value: Sendable>(
        to request: HomePageRequest<Value>
    ) async throws(HomePageError) -> Loaded<Value> {
        guard let copy = await client.storedCopy(of: request) else {
            throw .refused(ProblemDetails(status: 404, detail: "There is no stored copy."))
        }
        return copy
    }
}

/// Prints a page, and again each time that it changes, until the program is ended.
struct PageWatch {
    let client: HomePageClient
    let page: String?
    private static let second: UInt64 = 1_000_000_000

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
        // A copy on disk is not what the server shows now.
        let document = try await client.page(page, policy: .networkOnly)
        return try await PagePrinter.load(document.value, of: page, from: client, for: client.context).text
    }

    private func draw(_ text: String) { Terminal.say((Terminal.isInteractive ? Terminal.clear : "") + text) }
}
