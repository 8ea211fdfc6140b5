import ArgumentParser
import HomeBlocks

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Make a page's draft live, now or later.")

    @OptionGroup var options: PageOptions

    @Option(help: "When, such as 2027-01-31T20:00:00+08:00. [now]")
    var at: String?

    @Option(help: "What it is about, for the history.")
    var message: String?

    func validate() throws { if let at { try Self.checkDate(at, "--at") } }

    func run() async throws {
        let body = JSONValue.object(of: ["at": at, "message": message])
        let result = try await options.client().result("POST", "draft/publish", body: body, state: "draft/diff")
        options.output.show(result, ReleaseText.describe)
    }
}
