import ArgumentParser
import Foundation
import HomeBlocks
import HomeBlocksClient
import PostgreSQLStore
import Publishing
import SQLiteStore

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a database, or a running server.",
        discussion: "A database is intact if its pages and indexes are intact, every reference points to an existing "
            + "row, every order names each block, and all live, planned and draft content is valid; live content must "
            + "also be a document that apps can read. All issues are listed. The file is only read, unless --repair is "
            + "given: then changes that a wrong clock dated ahead are dated back, blocks that no URL can name are "
            + "renamed, and a draft that cannot be merged with live keeps its own content; each is noted in the "
            + "audit log. A server is healthy if it is ready and its default page can be decoded.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Repair what can be repaired, then check.")
    var repair = false

    func run() async throws {
        if let client = try server.client(options) {
            guard !repair else { throw ValidationError("--repair works on a database. Leave out --server.") }
            _ = try await client.send("GET", "/readyz")
            let page = try await HomePageClient(server: client.server, session: client.session).page()
            let result = CommandResult(["ready": true, "sections": JSONValue(page.data.blocks.count)])
            return output.show(result) { "The server is ready and shows \($0.text("sections")) sections." }
        }
        let configuration = try await options.load()
        try CommandEnvironment.requireDatabase(configuration)
        let folder = ConfigurationFolder(url: configuration.folder)
        let catalog = try folder.catalog(configuration.schemes, configuration.attributes)
        _ = try folder.catalogues(configuration.feeds.rules, catalog)
        var repairs: [String] = []
        if repair {
            let store = try await CommandEnvironment.open(configuration).store
            repairs = try await Progress.during("repairing") { try await store.repair(by: .console) }
            if !output.json { repairs.forEach(Terminal.say) }
            try store.close()
        }
        let report = try await Progress.during("checking \(configuration.database)") {
            switch configuration.database {
            case .file(let path): try SQLiteStore.check(path, catalog, at: PublishingClock.system.now)
            case .server(let address): try await PostgreSQLStore.check(address, catalog)
            }
        }
        if output.json {
            output.show(CommandResult(Self.json(report, repairs))) { _ in "" }
            if !report.issues.isEmpty { throw ExitCode.failure }
            return
        }
        for page in report.pages { Terminal.say(page) }
        if let note = report.note { Terminal.say(note) }
        for warning in report.warnings { Terminal.complain("Warning: \(warning)") }
        for issue in report.issues { Terminal.complain(issue) }
        guard report.issues.isEmpty else {
            let count = report.issues.count
            throw ProgramError("\(configuration.database) has \(count == 1 ? "1 issue" : "\(count) issues").")
        }
        Terminal.say("\(configuration.database) is intact.")
    }

    private static func json(_ report: DatabaseReport, _ repairs: [String]) -> JSONValue {
        func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
        return [
            "whole": .bool(report.issues.isEmpty), "pages": list(report.pages), "repairs": list(repairs),
            "warnings": list(report.warnings), "issues": list(report.issues),
        ]
    }
}
