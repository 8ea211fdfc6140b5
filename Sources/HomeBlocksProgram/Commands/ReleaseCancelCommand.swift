import ArgumentParser

struct ReleaseCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a release that has not taken effect.")

    @OptionGroup var options: PageOptions

    @Argument(help: "The release's id, which list shows.")
    var id: Int

    func run() async throws {
        let answer = try await options.connection().ask("DELETE", "releases/\(id)")
        options.output.show(answer, StateText.release)
    }
}
