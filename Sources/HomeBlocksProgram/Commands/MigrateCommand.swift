import ArgumentParser
import Publishing
import SQLiteStore

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Create the database or bring it up to date.")

    @OptionGroup var options: DatabaseOptions

    func run() async throws {
        let configuration = try await options.load()
        let pages = try await Progress.during("upgrading \(configuration.database)") {
            try await CommandEnvironment.open(configuration, creates: true).store.pages(for: .readAll)
        }
        let names = pages.map { "\($0.page.slug) (revision \($0.revision))" }.joined(separator: ", ")
        Terminal.say("\(configuration.database) is up to date. Pages: \(names.isEmpty ? "none" : names).")
    }
}
