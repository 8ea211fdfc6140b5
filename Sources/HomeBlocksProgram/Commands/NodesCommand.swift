import ArgumentParser
import HomeBlocks
import Publishing

struct NodesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes", abstract: "List the servers that share a PostgreSQL database.",
        discussion: "Each confirms every second that it knows all changes. One that has not done so for two seconds is "
            + "late, and one that has been silent for an hour is no longer listed. Servers whose layouts differ do "
            + "not accept the same content: give them the same configuration folder.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let result: CommandResult
        if let client = try server.client(options) {
            result = try await client.result("GET", "/api/nodes")
        } else {
            result = CommandResult(try await local())
        }
        output.show(result) { Self.text(of: $0.array ?? []) }
    }

    private func local() async throws -> JSONValue {
        let environment = try await CommandEnvironment.open(try await options.load())
        guard let shared = environment.store.shared else {
            throw ProgramError(
                "\(environment.configuration.database) is a file, which only one server can open. Several nodes need a "
                    + "PostgreSQL database: copy moves the pages there.")
        }
        return try await shared.nodes().json
    }

    private static func text(of nodes: [JSONValue]) -> String {
        if nodes.isEmpty { return "There are no nodes." }
        return Table(
            nodes,
            [
                ("node", { $0.text("name") }), ("id", { String($0.text("id").prefix(8)) }),
                ("version", { $0.text("version") }), ("layouts", { $0.text("layouts") }),
                ("state", { $0.flag("isCurrent") ? "current" : "late" }), ("lines behind", { $0.text("linesBehind") }),
                ("seconds", { $0.text("silentSeconds") }), ("seen", { $0.text("seenAt") }),
                ("started", { $0.text("startedAt") }),
            ]
        ).text
    }
}
