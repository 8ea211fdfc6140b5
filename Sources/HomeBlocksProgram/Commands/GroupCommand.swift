import ArgumentParser
import HomeBlocks

struct GroupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group", abstract: "Create, list, change and delete groups of operators.",
        subcommands: [
            GroupCreateCommand.self, GroupListCommand.self, GroupGrantCommand.self, GroupDeleteCommand.self,
        ])
}

struct GroupCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a group, whose roles its members have in addition to their own.")

    @OptionGroup var options: RemoteOptions

    @Option(help: "The display name.")
    var name: String

    @Option(help: "What members may do on all pages: none, viewer, editor, publisher or admin.")
    var role = "none"

    @Option(name: .customLong("on"), help: PageRoles.help)
    var pages: [String] = []

    func validate() throws {
        try Self.checkRole(role)
        try PageRoles.parse(pages)
    }

    func run() async throws {
        let body: JSONValue = ["name": .string(name), "role": .string(role), "pages": try PageRoles.json(pages)]
        let result = try await options.client().result("POST", "/api/groups", body: body)
        options.output.show(result) { $0.text("id") }
    }
}

struct GroupListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the groups.")

    @OptionGroup var options: RemoteOptions

    func run() async throws {
        let client = try options.client()
        let result = try await client.result("GET", "/api/groups")
        let people = (try await client.result("GET", "/api/operators")).data.array ?? []
        func members(_ group: JSONValue) -> String {
            people.filter { $0.list("groups").contains { $0.text("id") == group.text("id") } }
                .map { $0.text("name") }.joined(separator: ", ")
        }
        options.output.show(result) { groups in
            Table(
                groups.array ?? [],
                [
                    ("id", { $0.text("id") }), ("role", { PageRoles.text(of: $0) }), ("members", members),
                    ("name", { $0.text("name") }),
                ]
            ).text
        }
    }
}

struct GroupGrantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Give a group a role on a page, or remove it.")

    @OptionGroup var options: RemoteOptions
    @OptionGroup var grant: GrantArguments

    func run() async throws { try await grant.run("/api/groups", "group", options) }
}

struct GroupDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a group. Its members stay operators, without its roles.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The group's id or name, which list shows.")
    var group: String

    @OptionGroup var removal: RemovalOptions

    func run() async throws {
        let client = try options.client()
        let found = try await client.find(group, at: "/api/groups", "group")
        let agrees = try await removal.agrees(
            to: { "delete the group \(found.text("name")) (\(found.text("id"))), whose members then lose its roles" },
            options.output)
        guard agrees else { return }
        let result = try await client.result("DELETE", "/api/groups/\(found.text("id"))")
        options.output.show(result) { "The group \($0.text("name").printable) was deleted." }
    }
}
