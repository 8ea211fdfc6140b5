import ArgumentParser
import HomeBlocks

struct RollbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Make an earlier revision of a page live again, as a new revision.",
        discussion: """
            What the rollback takes back is taken out of the draft and of planned releases, too. Their own changes stay.
            """)

    @OptionGroup var options: PageOptions

    @Argument(help: "The revision's number, which history shows.")
    var number: Int

    @Option(help: "What it is about, for the history.")
    var message: String?

    func run() async throws {
        let body = JSONValue.object(of: ["message": message])
        let result = try await options.client().result(
            "POST", "revisions/\(number)/restore", body: body, state: "export")
        options.output.show(result, ReleaseText.describe)
    }
}
