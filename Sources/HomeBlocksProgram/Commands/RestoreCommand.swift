import ArgumentParser
import Publishing
import SQLiteStore

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the database's place, while no server has it open.",
        discussion: "The backup is checked first. A database that is there already is kept beside the new one under "
            + "another name, which is printed. To make an earlier revision of a page live again, use rollback.")

    @OptionGroup var options: DatabaseOptions

    @Argument(help: "The file that backup wrote.")
    var file: String

    @Flag(help: "Put it in the place of a database that is there already, which is kept beside it.")
    var replace = false

    func run() async throws {
        let configuration = try await options.load()
        let (contents, kept) = try SQLiteStore.restore(
            file, to: configuration.database, replaces: replace, at: PublishingClock.system.now)
        Terminal.say("\(configuration.database) holds \(ContentsText.describe(contents)).")
        if let kept { Terminal.say("What was there before is kept as \(kept).") }
    }
}
