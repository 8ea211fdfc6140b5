import ArgumentParser
import HomeBlocks
import HomeBlocksServer

struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health", abstract: "Check the server with these settings on this machine.",
        discussion: "For the health check of a container: it reads host, port and TLS as serve does, from the options, "
            + "the environment and the file, so that it finds the server wherever it listens. The server is healthy "
            + "if it is ready and responds with its default page. With TLS the certificate is not verified: it is "
            + "for the name that clients use.")

    @Option(help: "The configuration file. [config/homeblocks.yaml]")
    var config: String?

    @OptionGroup var listening: ListenOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try await ProgramConfiguration.load(flags: listening.settings, file: config).server
        guard settings.port != 0 else {
            throw ProgramError(
                "The setting port is 0, so the server chose its own port. Name it with --port, or use check --server."
            )
        }
        for path in ["/readyz", "/homepage"] {
            let response = try await LocalServerClient(settings).get(path)
            guard response.status == 200 else { throw OperatorClient.refusal(response.status, response.body) }
        }
        output.show(CommandResult(["ready": true])) { _ in "The server is ready." }
    }
}
