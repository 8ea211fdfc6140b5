import ArgumentParser
import HomeBlocks
import Publishing
import SQLiteStore

struct TokenCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a token; it is shown once.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "What it may do: viewer, editor, publisher or admin.")
    var role: String

    @Option(help: "What people will know it by.")
    var name: String

    @Option(help: "When it ends, such as 2027-01-31T00:00:00Z. [never]")
    var expires: String?

    func validate() throws {
        try Self.checkRole(role)
        guard let expires else { return }
        guard try Self.checkDate(expires, "--expires") > PublishingClock.system.now else {
            throw ValidationError("--expires must be in the future.")
        }
    }

    func run() async throws {
        let answer: Answer
        if let connection = try server.connection(options) {
            let body = JSONValue.object(of: ["name": name, "role": role, "expiresAt": expires])
            answer = try await connection.ask("POST", "/api/tokens", body: body)
        } else {
            answer = try await local()
        }
        output.show(answer, secret: "token")
    }

    private func local() async throws -> Answer {
        let plan = try CredentialPlan(
            token: name, role: try Self.checkRole(role), expiresAt: expires.flatMap(Instant.init(rfc3339:)))
        let store = try await CommandEnvironment.open(try await options.load()).store
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let credential = try await store.create(NewCredential(token, plan: plan), RequestInfo(.console))
        return Answer(.object(credential.json.merging(["token": .string(token.text)]) { $1 }))
    }
}
