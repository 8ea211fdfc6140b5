import ArgumentParser
import Foundation
import HomeBlocks
import HomeBlocksClient

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a page as a reader of an app sees it.",
        discussion: "Sections in order with their titles, cards and sizes on a screen 375 points wide. "
            + "It uses only the client libraries. Like an app, it caches what it loads: if the server does not "
            + "respond, it shows the stored copy with its date. With --watch, it only shows what the server returns.")

    @Option(help: "The server. [HOMEBLOCKS_SERVER, or http://127.0.0.1:8080]")
    var server: String?

    @Option(help: TrustedAuthorities.help)
    var caFile: String?

    @Option(help: "A preview link, to show what it shows instead of the published page. Its address names the server.")
    var link: LinkArgument?

    @Option(help: "The page. [the server's default page]")
    var page: String?

    @OptionGroup var reader: ReaderOptions

    @Option(help: "A folder that export --bundle wrote: shows what an app built with it would show.")
    var bundle: String?

    @Flag(help: "Print the page again whenever it changes.")
    var watch = false

    @Flag(
        help: """
            After the page, list when and to whom its live sections and cards are shown, as operators see it. Needs \
            a token: HOMEBLOCKS_TOKEN.
            """)
    var rules = false

    func validate() throws {
        if let page { try PageOptions.checkSlug(page) }
        if link != nil, rules || bundle != nil {
            throw ValidationError("--link cannot be combined with --rules or --bundle.")
        }
        if rules, watch { throw ValidationError("--rules and --watch cannot be combined.") }
        if let server, ServerOptions.url(server) == nil {
            throw ValidationError("--server must be an http or https address.")
        }
    }

    func run() async throws {
        let client = try client()
        if watch { return try await PageWatch(client: client, page: page).run() }
        let page = page ?? link?.preview.page
        for try await document in client.results(of: .page(page), policy: .cacheThenNetwork) {
            // Prints the page once: the server's version, or the copy on disk if the server does not respond.
            if case .stored = document.origin { continue }
            Terminal.say(try await text(of: document, from: client))
            if case .stale(_, let error) = document.origin { Terminal.complain(ErrorText.describe(error)) }
        }
        if rules { Terminal.say(try await rulesText()) }
    }

    private func rulesText() async throws -> String {
        var words = ["--server", address]
        if let page { words += ["--page", page] }
        if let caFile { words += ["--ca-file", caFile] }
        let blocks = try await PageOptions.parse(words).client().result("GET", "live/blocks").data
        let lines = RuleText.lines(of: blocks.array ?? [])
        return lines.isEmpty ? "every section and card is shown to everyone" : lines.joined(separator: "\n")
    }

    private var address: String {
        let address = server ?? link?.server ?? ProcessInfo.processInfo.environment["HOMEBLOCKS_SERVER"] ?? ""
        return address.isEmpty ? "http://127.0.0.1:8080" : address
    }

    /// The page as text. If the document is a stored copy, only stored copies are used.
    private func text(of document: Loaded<HomePage>, from client: HomePageClient) async throws -> String {
        let source: any HomePageFetching =
            switch document.origin {
            case .server, .confirmed: client
            case .stored: StoredPages(client: client, page: page, document: document.value)
            case .stale(_, let error): StoredPages(client: client, page: page, document: document.value, error: error)
            }
        var printer = try await PagePrinter.load(document.value, of: page, from: source, for: client.context)
        printer.storedSince = document.origin.staleSince
        return printer.text
    }

    private func client() throws -> HomePageClient {
        guard let url = ServerOptions.url(address) else {
            throw ProgramError("HOMEBLOCKS_SERVER must be an http or https address.")
        }
        var context = reader.context
        context.preview = link?.preview
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        return HomePageClient(
            server: url, context: context,
            cache: caches.map { ResponseCache(folder: $0.appending(path: "homeblocks-show")) },
            bundle: try bundle.map(bundledResponses), session: try TrustedAuthorities.session(caFile: caFile))
    }

    private func bundledResponses(_ folder: String) throws -> BundledResponses {
        do {
            return try BundledResponses(folder: URL(filePath: folder))
        } catch {
            throw ProgramError("The folder \(folder) cannot be read. Write it with export --bundle.")
        }
    }
}

/// A preview link: its secret, and the server if it is the link of a web page.
struct LinkArgument: ExpressibleByArgument {
    let preview: PagePreview
    let server: String?

    init?(argument: String) {
        guard let url = URL(string: argument), let preview = PagePreview(url) else { return nil }
        self.preview = preview
        let isWeb = ["http", "https"].contains(url.scheme?.lowercased()) && url.lastPathComponent == "preview"
        server = isWeb ? url.deletingLastPathComponent().absoluteString : nil
    }
}

/// The stored copies of a page and its parts, without any request.
struct StoredPages: HomePageFetching {
    let client: HomePageClient
    let page: String?
    /// The stored document of the page, which determines the sections that it shows.
    let document: HomePage
    /// The error for a request that has no stored copy.
    var error = HomePageError.unreachable(
        reason: "There is no stored copy.", code: URLError.Code.resourceUnavailable.rawValue)

    func storedCopy<Value: Sendable>(of request: HomePageRequest<Value>) async -> Loaded<Value>? {
        await client.storedCopy(of: request)
    }

    func response<Value: Sendable>(
        to request: HomePageRequest<Value>
    ) async throws(HomePageError) -> Loaded<Value> {
        if let copy = await client.storedCopy(of: request) { return copy }
        guard Value.self == Block.self, !showsSection(at: request.address) else { throw error }
        throw .refused(ProblemDetails(status: 404, detail: "The page does not show this section."))
    }

    private func showsSection(at address: String) -> Bool {
        document.data.blocks.contains { HomePageRequest.block($0.blockCode, of: page).address == address }
    }
}

/// Prints a page, and again each time that it changes, until the program ends.
struct PageWatch {
    let client: HomePageClient
    let page: String?
    private static let second: UInt64 = 1_000_000_000

    /// - Throws: the error of the first load. Each later error is printed once, and loading is retried.
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
        // A copy on disk may not be current.
        let document = try await client.page(page, policy: .networkOnly)
        return try await PagePrinter.load(document.value, of: page, from: client, for: client.context).text
    }

    private func draw(_ text: String) { Terminal.say((Terminal.isInteractive ? Terminal.clear : "") + text) }
}
