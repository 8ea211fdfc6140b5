import ArgumentParser
import HomeBlocks

struct RollbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Make an earlier revision of a page live again, as a new revision.",
        discussion: """
            Changes that the rollback reverts are also removed from the draft and from planned releases. Their own \
            changes stay.
            """)

    @OptionGroup var options: PageOptions

    @Argument(help: "The revision's number, which history shows.")
    var number: Int

    @Option(help: "A message for the history.")
    var message: String?

    @OptionGroup var bypass: BypassOptions

    func run() async throws {
        let body = JSONValue.object(of: ["message": message])
        let result = try await options.client().bypassing(bypass).result(
            "POST", "revisions/\(number)/restore", body: body, state: "export")
        options.output.show(result, ReleaseText.describe)
    }
}
