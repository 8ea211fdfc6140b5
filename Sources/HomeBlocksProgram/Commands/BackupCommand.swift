import ArgumentParser
import Foundation
import HomeBlocks
import Publishing
import SQLiteStore

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the database to a file, even while a server uses it.",
        discussion: "The copy is a consistent snapshot. Its file appears only once it is complete and checked. "
            + "Neither readers nor writers wait for it, and a database of an older version is not migrated.")

    @OptionGroup var options: DatabaseOptions

    @Argument(help: "The file to write.")
    var file: String

    @Flag(help: "Replace the file if there is one.")
    var replace = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let configuration = try await options.load()
        let database = try configuration.database.requireFile(
            "backup", remedy: "Use pg_dump, or the server's own backups.")
        try CommandEnvironment.requireDatabase(configuration)
        let contents = try await Progress.during("copying and checking \(database)") {
            try SQLiteStore.backUp(database, to: file, replaces: replace, at: PublishingClock.system.now)
        }
        output.show(CommandResult(ContentsText.json(of: contents, file: file))) { _ in
            "\(file) holds \(ContentsText.describe(contents))."
        }
    }
}

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Replace the database with a backup, while no server has it open.",
        discussion: "The backup is checked first. An existing database is kept in the same folder under "
            + "another name, which is printed. A backup may also come through standard input, as in restore - < FILE. "
            + "To make an earlier revision of a page live again, use rollback.")

    @OptionGroup var options: DatabaseOptions

    @Argument(help: "The file that backup wrote; - reads it from standard input.")
    var file: String

    @Flag(help: "Replace an existing database, which is kept under another name.")
    var replace = false

    func run() async throws {
        let configuration = try await options.load()
        let database = try configuration.database.requireFile(
            "restore", remedy: "Use pg_restore with what pg_dump wrote.")
        let now = PublishingClock.system.now
        let (contents, kept) = try await Progress.during("checking and copying the backup") {
            if file == "-" {
                try SQLiteStore.restore(
                    from: try Self.input(), named: "from standard input", to: database, replaces: replace, at: now)
            } else {
                try SQLiteStore.restore(file, to: database, replaces: replace, at: now)
            }
        }
        Terminal.say("\(configuration.database) holds \(ContentsText.describe(contents)).")
        if let kept { Terminal.say("The previous database is kept as \(kept).") }
    }

    /// Standard input, unless it is a terminal.
    private static func input() throws -> Int32 {
        let input = FileHandle.standardInput.fileDescriptor
        guard isatty(input) == 0 else {
            throw ProgramError("Standard input is a terminal. Send the backup through it: restore - < FILE.")
        }
        return input
    }
}

/// The content of a database file as text.
enum ContentsText {
    static func json(of contents: DatabaseContents, file: String) -> JSONValue {
        let pages = contents.pages.map { page -> JSONValue in
            ["page": .string(page.slug), "revision": page.revision.map { JSONValue($0) } ?? .null]
        }
        return ["file": .string(file), "bytes": JSONValue(contents.size), "pages": .array(pages)]
    }

    static func describe(_ contents: DatabaseContents) -> String {
        let pages = contents.pages.map { page in "\(page.slug) \(page.revision.map { "\($0)" } ?? "(nothing live)")" }
        let count = pages.count == 1 ? "1 page" : "\(pages.count) pages"
        let list = pages.isEmpty ? "" : " up to " + pages.joined(separator: ", ")
        return "\(count)\(list) (\(size(contents.size)))"
    }

    /// The size of a file in KiB or MiB.
    static func size(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\((bytes + 1023) >> 10) KiB" : String(format: "%.1f MiB", Double(bytes) / Double(1 << 20))
    }
}
