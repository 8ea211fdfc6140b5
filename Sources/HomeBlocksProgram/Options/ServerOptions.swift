import ArgumentParser
import Foundation
import HomeBlocks
import Publishing

/// The server to which a command sends its requests. Without one, it works on the database directly.
struct ServerOptions: ParsableArguments {
    @Option(
        help: """
            The server to use, such as http://127.0.0.1:8080. [HOMEBLOCKS_SERVER, or the database file itself for \
            commands that have --database]
            """)
    var server: String?

    @Option(help: "The token for it. [HOMEBLOCKS_TOKEN]")
    var token: String?

    // Not a group of its own: in debug builds, the parser takes five times as long for each level of groups.
    @Option(help: TrustedAuthorities.help)
    var caFile: String?

    func validate() throws {
        if let server, Self.url(server) == nil { throw ValidationError("--server must be an http or https address.") }
    }

    /// The address from the command line or from the environment.
    var address: String? {
        let address = server ?? ProcessInfo.processInfo.environment.value(of: "HOMEBLOCKS_SERVER")
        return address.map(GivenText.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the client, unless the command is about a database: a database on the command line overrides a server
    /// that is only in the environment.
    func client(_ database: DatabaseOptions) throws -> OperatorClient? {
        let isAboutFile = database.database != nil || database.config != nil
        guard server == nil || !isAboutFile else {
            throw ValidationError("--server and the database file cannot be combined: use one of them.")
        }
        return isAboutFile ? nil : try client()
    }

    /// Returns the client, if a server is given.
    func client() throws -> OperatorClient? {
        guard let address else { return nil }
        guard let url = Self.url(address) else {
            throw ProgramError("HOMEBLOCKS_SERVER must be an http or https address.")
        }
        let given = try token.map { try [String: String].secret($0, "--token") }
        return OperatorClient(
            server: url, token: try given ?? ProcessInfo.processInfo.environment.secret("HOMEBLOCKS_TOKEN"),
            session: try TrustedAuthorities.session(caFile: caFile))
    }

    /// Returns the client of a command that needs a server.
    func requiredClient() throws -> OperatorClient {
        guard let client = try client() else { throw Self.noServer }
        return client
    }

    func requireAddress() throws { guard address != nil else { throw Self.noServer } }

    private static var noServer: ValidationError {
        ValidationError("This needs a server: set --server or HOMEBLOCKS_SERVER.")
    }

    /// Parses the URL of a server; nil if it is not one.
    static func url(_ text: String) -> URL? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil
        else { return nil }
        return url
    }
}

/// The options of commands that need a server.
struct RemoteOptions: ParsableArguments {
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try server.requireAddress() }

    func client() throws -> OperatorClient { try server.requiredClient() }
}

/// The options of commands that need a server and a page.
struct PageOptions: ParsableArguments {
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "The page. [the server's default page]")
    var page: String?

    func validate() throws {
        try server.requireAddress()
        if let page { try Self.checkSlug(page) }
    }

    func client() async throws -> OperatorClient {
        let server = try server.requiredClient()
        if let page { return server.page(page) }
        let pages = try await server.result("GET", "/pages").data.array ?? []
        guard let page = pages.first(where: { $0.flag("default") })?.text("page"), !page.isEmpty else {
            throw ProgramError("The server has no default page. Name a page with --page.")
        }
        return server.page(page)
    }
}
