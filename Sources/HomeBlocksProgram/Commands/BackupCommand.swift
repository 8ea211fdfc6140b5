import ArgumentParser
import Publishing
import SQLiteStore

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the database to a file, also while a server serves it.",
        discussion: "The copy is the database at one instant. Its file is there only once it is whole and checked. "
            + "Neither readers nor writers wait for it, and a database of an older version stays what it is.")

    @OptionGroup var options: DatabaseOptions

    @Argument(help: "The file to write.")
    var file: String

    @Flag(help: "Replace the file if there is one.")
    var replace = false

    func run() async throws {
        let configuration = try await options.load()
        try CommandEnvironment.requireDatabase(configuration)
        let contents = try SQLiteStore.backUp(
            configuration.database, to: file, replaces: replace, at: PublishingClock.system.now)
        Terminal.say("\(file) holds \(ContentsText.describe(contents)).")
    }
}
