import ArgumentParser
import HomeBlocks
import Publishing

struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator", abstract: "Create, list and delete operators, who sign in with a password.",
        subcommands: [OperatorCreateCommand.self, OperatorListCommand.self, OperatorDeleteCommand.self])
}

struct OperatorCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an operator; the password is shown once.")

    @OptionGroup var options: RemoteOptions

    @Option(help: "What they may do: viewer, editor, publisher or admin.")
    var role: String

    @Option(help: "The name to sign in with.")
    var name: String

    func validate() throws { try Self.checkRole(role) }

    func run() async throws {
        let body = JSONValue.object(of: ["name": name, "role": role])
        let result = try await options.client().result("POST", "/api/operators", body: body)
        options.output.show(result, secret: "password")
    }
}

struct OperatorListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the operators.")

    @OptionGroup var options: RemoteOptions

    func run() async throws {
        let result = try await options.client().result("GET", "/api/operators")
        options.output.show(result) { CredentialTable.text(of: $0.array ?? [], at: PublishingClock.system.now) }
    }
}

struct OperatorDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an operator, who can then no longer sign in.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The operator's id, which list shows.")
    var id: String

    @OptionGroup var removal: RemovalOptions

    func validate() throws { try Self.checkID(id) }

    func run() async throws {
        let client = try options.client()
        let agrees = try await removal.agrees(
            to: {
                let operators = try await client.result("GET", "/api/operators").data.array ?? []
                let found = try operators.first(of: id, "operator")
                return "delete the operator \(found.text("name")) (\(id)), who can then no longer sign in"
            }, options.output)
        guard agrees else { return }
        let result = try await client.result("DELETE", "/api/operators/\(id)")
        options.output.show(result) { "\($0.text("name").printable) (\(id)) was deleted." }
    }
}
