import ArgumentParser
import HomeBlocks

struct TakeoverAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Have a page show another one for some time.")

    @OptionGroup var options: PageOptions

    @Argument(help: "The page that is shown instead.")
    var shows: String

    @Option(help: "When it begins, such as 2027-01-31T20:00:00+08:00. [now]")
    var from: String?

    @Option(help: "When it ends.")
    var until: String

    @Option(help: "What it is about, for the list.")
    var message: String?

    func validate() throws {
        try Self.checkSlug(shows, "The page to show")
        if let from { try Self.checkDate(from, "--from") }
        try Self.checkDate(until, "--until")
    }

    func run() async throws {
        let body = JSONValue.object(of: ["shows": shows, "from": from, "until": until, "message": message])
        let answer = try await options.connection().ask("POST", "takeovers", body: body)
        options.output.show(answer, StateText.takeover)
    }
}
