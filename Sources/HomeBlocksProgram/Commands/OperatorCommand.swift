import ArgumentParser
import HomeBlocks
import Publishing

struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator", abstract: "Create, list, change and delete operators, who sign in with a password.",
        subcommands: [
            OperatorCreateCommand.self, OperatorListCommand.self, OperatorGrantCommand.self,
            OperatorChangeCommand.self, OperatorDeleteCommand.self,
        ])
}

struct OperatorCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an operator; the password is shown once.")

    @OptionGroup var options: RemoteOptions

    @Option(help: "What they may do on all pages: none, viewer, editor, publisher or admin.")
    var role: String

    @Option(help: "The name to sign in with.")
    var name: String

    @Option(name: .customLong("on"), help: PageRoles.help)
    var pages: [String] = []

    @Option(name: .customLong("group"), help: "A group to join: its id or name. Repeatable.")
    var groups: [String] = []

    func validate() throws {
        try Self.checkRole(role)
        try PageRoles.parse(pages)
    }

    func run() async throws {
        let client = try options.client()
        let body: JSONValue = [
            "name": .string(name), "role": .string(role), "pages": try PageRoles.json(pages),
            "groups": try await client.groupIDs(groups),
        ]
        let result = try await client.result("POST", "/api/operators", body: body)
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

struct OperatorGrantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Give an operator a role on a page, or remove it.")

    @OptionGroup var options: RemoteOptions
    @OptionGroup var grant: GrantArguments

    func run() async throws { try await grant.run("/api/operators", "operator", options) }
}

struct OperatorChangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change the role or the groups of an operator.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The operator's id or name, which list shows.")
    var person: String

    @Option(help: "What they may do on all pages: none, viewer, editor, publisher or admin.")
    var role: String?

    @Option(
        name: .customLong("group"),
        help: "A group to be in: its id or name. Repeatable. It replaces the current groups.")
    var groups: [String] = []

    @Flag(help: "Leave all groups.")
    var noGroups = false

    func validate() throws {
        if let role { try Self.checkRole(role) }
        if noGroups, !groups.isEmpty { throw ValidationError("--group and --no-groups cannot be combined.") }
        if role == nil, groups.isEmpty, !noGroups { throw ValidationError("Give --role, --group or --no-groups.") }
    }

    func run() async throws {
        let client = try options.client()
        let found = try await client.find(person, at: "/api/operators", "operator")
        var body = JSONValue.object(of: ["role": role]).object ?? [:]
        if noGroups || !groups.isEmpty { body["groups"] = try await client.groupIDs(groups) }
        let result = try await client.result("PATCH", "/api/operators/\(found.text("id"))", body: .object(body))
        options.output.show(result) { "\($0.text("name").printable) has: \(PageRoles.text(of: $0))" }
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

extension OperatorClient {
    /// The ids of groups that are given by id or name.
    fileprivate func groupIDs(_ texts: [String]) async throws -> JSONValue {
        var ids: [JSONValue] = []
        for text in texts { ids.append(.string(try await find(text, at: "/api/groups", "group").text("id"))) }
        return .array(ids)
    }
}
