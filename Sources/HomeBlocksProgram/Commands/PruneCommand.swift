import ArgumentParser
import Publishing
import SQLiteStore

struct PruneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Forget old revisions of a page, for good.",
        discussion: "The newest ones stay, and so does what is live, what is planned to be, and the draft.")

    @OptionGroup var options: DatabaseOptions

    @Option(help: "The page.")
    var page: String

    @Option(help: "How many of the newest revisions to keep.")
    var keep: Int

    func validate() throws {
        try Self.checkSlug(page)
        guard keep >= 1 else { throw ValidationError("--keep must be 1 or more.") }
    }

    func run() async throws {
        let store = try await Workplace.open(try await options.load()).store
        let count = try await store.prune(page, keep: keep, by: .console)
        Terminal.say("\(count) revisions of \(page) are forgotten.")
    }
}
