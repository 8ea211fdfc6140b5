import ArgumentParser
import Foundation
import Publishing
import SQLiteStore

struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy a database between a file and PostgreSQL, or between two of a kind.",
        discussion: "The source is read as a consistent snapshot, even while a server uses it; changes that are "
            + "made later are not in the copy. The target must be empty, or a file that does not exist. It gets "
            + "everything or nothing: before the copy is committed, every row is read again and compared, and so is "
            + "the export of every page. Operators sign in again: sessions are not copied. Set the password of a "
            + "server with PGPASSWORD or PGPASSFILE.")

    @Option(help: "The database to copy: a file, or postgresql://user@host/name.")
    var from: String

    @Option(help: "The database to fill: a file that does not exist, or postgresql://user@host/name without pages.")
    var to: String

    func validate() throws {
        if from.isEmpty { throw ValidationError("--from must name a database.") }
        if to.isEmpty { throw ValidationError("--to must name a database.") }
    }

    func run() throws {
        let (source, target) = (try DatabaseLocation(from), try DatabaseLocation(to))
        let progress = ProgressPrinter()
        do {
            let result = try TableCopier.copy(
                from: source.copyEndpoint, to: target.copyEndpoint, at: PublishingClock.system.now,
                report: progress.show)
            progress.end()
            Terminal.say(Self.describe(result, target))
        } catch {
            progress.end()
            if let failure = error as? CopyFailure { throw Self.describe(failure, source) }
            throw error
        }
    }

    private static func describe(_ result: CopyResult, _ target: DatabaseLocation) -> String {
        let pages = result.pages.map { "\($0.slug) \($0.revision.map { "\($0)" } ?? "(nothing live)")" }
        let rows = result.rows.reduce(0) { $0 + $1.count }
        let versions = result.rows.first { $0.table == "block_versions" }?.count ?? 0
        return """
            \(target) holds \(pages.count) pages: \(pages.joined(separator: ", ")).
            Compared with the source: \(rows) rows, \(versions) hashes of block versions, \(pages.count) exports. \
            All are the same.
            """
    }

    private static func describe(_ failure: CopyFailure, _ source: DatabaseLocation) -> ProgramError {
        let reason =
            switch failure {
            case .different(let table): "The rows of the table \(table) differ from the source."
            case .differentExport(let page): "The export of the page \(page) differs from the source."
            case .damaged(let version): "The block version \(version) does not match its hash."
            }
        return ProgramError("\(reason) Nothing was copied. Check the source: homeblocks check --database \(source).")
    }
}

/// Shows the progress of a copy on standard error: a line that changes on a terminal, otherwise a line for each table.
private final class ProgressPrinter {
    private let isTerminal = Terminal.isErrorInteractive
    private var last = ContinuousClock.now

    /// The interval at which the line changes.
    private static let interval = Duration.milliseconds(100)

    func show(_ progress: CopyProgress) {
        let isDone = progress.rows == progress.total
        let verb = progress.phase == .copying ? "copied" : "compared"
        if isTerminal {
            guard last.duration(to: .now) > Self.interval else { return }
            last = .now
            Terminal.showProgress("\(progress.table): \(progress.rows) of \(progress.total) rows \(verb)")
        } else if isDone {
            Terminal.complain("\(progress.table): \(progress.rows) rows \(verb)")
        }
    }

    func end() { if isTerminal { Terminal.showProgress("") } }
}
