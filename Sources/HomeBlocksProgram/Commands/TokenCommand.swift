import ArgumentParser
import HomeBlocks
import Publishing
import SQLiteStore

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Create, list and revoke tokens.",
        subcommands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self])
}

struct TokenCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a token; it is shown once.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "What it may do on all pages: none, viewer, editor, publisher or admin.")
    var role: String

    @Option(name: .customLong("on"), help: PageRoles.help)
    var pages: [String] = []

    @Option(help: "The display name.")
    var name: String

    @Option(help: "When it expires, such as 2027-01-31T00:00:00Z. [never]")
    var expires: String?

    @Option(help: "The id of a token to revoke once the new one exists.")
    var replaces: String?

    func validate() throws {
        try Self.checkRole(role)
        try PageRoles.parse(pages)
        if let replaces { try Self.checkID(replaces) }
        guard let expires else { return }
        guard try Self.checkDate(expires, "--expires") > PublishingClock.system.now else {
            throw ValidationError("--expires must be in the future.")
        }
    }

    func run() async throws {
        if let client = try server.client(options) {
            var body = JSONValue.object(of: ["name": name, "role": role, "expiresAt": expires]).object ?? [:]
            body["pages"] = try PageRoles.json(pages)
            let result = try await client.result("POST", "/api/tokens", body: .object(body))
            output.show(result, secret: "token")
            try await revokeOld { _ = try await client.result("DELETE", "/api/tokens/\($0)") }
        } else {
            let store = try await CommandEnvironment.open(try await options.load()).store
            output.show(try await create(in: store), secret: "token")
            try await revokeOld { _ = try await store.revoke(.token, $0, ChangeContext(.console)) }
        }
    }

    /// Revokes the old token after the new one was printed. A failure is reported, but the command succeeds.
    private func revokeOld(_ revoke: (String) async throws -> Void) async throws {
        guard let replaces else { return }
        do { try await revoke(replaces) } catch {
            Terminal.complain("\(replaces) was not revoked: \(ErrorText.describe(error))")
        }
    }

    private func create(in store: any PageDatabase) async throws -> CommandResult {
        let rights = Rights(try Self.checkRole(role), pages: try PageRoles.parse(pages))
        let plan = try CredentialPlan(
            token: name, rights, expiresAt: expires.flatMap(Instant.init(rfc3339:)))
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let outcome = try await store.create(NewCredential(token, plan: plan), ChangeContext(.console))
        return CommandResult(.object(outcome.data.merging(["token": .string(token.text)]) { $1 }))
    }
}

struct TokenListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the tokens.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let result: CommandResult
        if let client = try server.client(options) {
            result = try await client.result("GET", "/api/tokens")
        } else {
            let store = try await CommandEnvironment.open(try await options.load()).store
            result = CommandResult(.array(try await store.credentials(.token).map { .object($0.json) }))
        }
        output.show(result) { CredentialTable.text(of: $0.array ?? [], at: PublishingClock.system.now) }
    }
}

struct TokenRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revoke a token.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The token's id: the part between hb_ and the next _.")
    var id: String

    @OptionGroup var removal: RemovalOptions

    func validate() throws { try Self.checkID(id) }

    func run() async throws {
        let result: CommandResult
        if let client = try server.client(options) {
            guard try await agrees({ try await client.result("GET", "/api/tokens").data.array ?? [] }) else { return }
            result = try await client.result("DELETE", "/api/tokens/\(id)")
        } else {
            let store = try await CommandEnvironment.open(try await options.load()).store
            guard try await agrees({ try await store.credentials(.token).map { .object($0.json) } }) else { return }
            result = CommandResult(.object(try await store.revoke(.token, id, ChangeContext(.console)).json))
        }
        output.show(result) { _ in "\(id) was revoked." }
    }

    private func agrees(_ tokens: () async throws -> [JSONValue]) async throws -> Bool {
        try await removal.agrees(
            to: {
                let token = try await tokens().first(of: id, "token")
                return "revoke the token \(id) (\(PageRoles.text(of: token)), \(token.text("name")))"
            }, output)
    }
}

/// A table of tokens or operators.
enum CredentialTable {
    static func text(of credentials: [JSONValue], at now: Instant) -> String {
        Table(
            credentials,
            [
                ("id", { $0.text("id") }), ("role", { PageRoles.text(of: $0) }), ("created", { $0.text("createdAt") }),
                ("last used", { $0.text("lastUsedAt") }), ("state", { state(of: $0, at: now) }),
                ("name", { $0.text("name") }),
            ]
        ).text
    }

    private static func state(of credential: JSONValue, at now: Instant) -> String {
        let (revoked, end) = (credential.text("revokedAt"), credential.text("expiresAt"))
        if !revoked.isEmpty { return "revoked \(revoked)" }
        guard let instant = Instant(rfc3339: end) else { return "valid" }
        return "\(instant > now ? "until" : "expired") \(end)"
    }
}
