import ArgumentParser

struct TakeoverCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a takeover, or end the one that is on.")

    @OptionGroup var options: PageOptions

    @Argument(help: "The takeover's id, which list shows.")
    var id: Int

    func run() async throws {
        let answer = try await options.connection().ask("DELETE", "takeovers/\(id)")
        options.output.show(answer, StateText.takeover)
    }
}
