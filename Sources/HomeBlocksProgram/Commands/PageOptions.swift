import ArgumentParser
import HomeBlocks

/// What every command takes that only a server can carry out on a page.
struct PageOptions: ParsableArguments {
    @OptionGroup var remote: RemoteOptions

    @Option(help: "The page. [the server's default page]")
    var page: String?

    var output: OutputOptions { remote.output }

    func validate() throws { if let page { try Self.checkSlug(page) } }

    func connection() async throws -> PageConnection {
        let server = try remote.connection()
        if let page { return PageConnection(server: server, page: page) }
        let pages = try await server.ask("GET", "/pages").data.array ?? []
        guard let page = pages.first(where: { $0.flag("default") })?.text("page"), !page.isEmpty else {
            throw ConfigurationProblem("The server has no default page. Name a page with --page.")
        }
        return PageConnection(server: server, page: page)
    }
}
