import ArgumentParser
import Foundation
import HomeBlocksServer
import Publishing
import SQLiteStore

struct PruneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Permanently delete old revisions and unused pictures.",
        discussion: "Without --keep and --older-than, the retention settings apply. With both, a revision must exceed "
            + "both limits to be deleted. Live, planned and draft revisions are always kept. Then pictures that "
            + "nothing mentions any more are removed, and old responses that were stored for retries. On a terminal it "
            + "shows how much would be deleted, and asks first.")

    @OptionGroup var options: DatabaseOptions

    @Option(help: "The page. [all pages]")
    var page: String?

    @Option(help: "How many of the newest revisions to keep.")
    var keep: Int?

    @Option(help: "For how many days to keep revisions.")
    var olderThan: Int?

    @Flag(help: "Only remove pictures; all revisions stay.")
    var pictures = false

    @Option(help: "For how many hours since its upload a picture stays that nothing mentions.")
    var unusedFor = PictureRules.graceSeconds / 3600

    @Flag(help: "Return the file's free space to the disk. Changes wait until it is done.")
    var vacuum = false

    @OptionGroup var removal: RemovalOptions

    private static let maximumDays = 36_500

    func validate() throws {
        if let page { try Self.checkSlug(page) }
        if pictures, page != nil || keep != nil || olderThan != nil {
            throw ValidationError("--pictures cannot be combined with a page, --keep or --older-than.")
        }
        guard (0...Self.maximumDays * 24).contains(unusedFor) else {
            throw ValidationError("--unused-for must be a whole number of hours from 0 to \(Self.maximumDays * 24).")
        }
        if let keep, keep < 1 { throw ValidationError("--keep must be 1 or more.") }
        if let olderThan, !(1...Self.maximumDays).contains(olderThan) {
            throw ValidationError("--older-than must be a whole number of days from 1 to \(Self.maximumDays).")
        }
    }

    func run() async throws {
        let configuration = try await options.load()
        let file =
            vacuum
            ? try configuration.database.requireFile(
                "prune --vacuum", remedy: "PostgreSQL reuses free space; VACUUM FULL returns it to the disk.") : nil
        let retention = try retention(configuration)
        let store = try await CommandEnvironment.open(configuration).store
        if isOnlyVacuum { return try await finish(store, file) }
        let pages =
            if pictures { [] as [String] } else if let page { [page] } else {
                try await store.pages(for: .readAll).map(\.page.slug)
            }
        if try await agree(pages, retention, in: store) {
            for page in pages { try await prune(page, retention, in: store) }
            if page == nil { try await prunePictures(in: store) }
            let responses = try await store.deleteOldResponses()
            if responses > 0 { Terminal.say("\(responses) responses that were stored for retries were removed.") }
            return try await finish(store, file)
        }
        try store.close()
    }

    private func finish(_ store: any PageDatabase, _ file: String?) async throws {
        if let file, let store = store as? SQLiteStore { try await Self.vacuum(file, store) }
        try store.close()
    }

    /// Whether only the file's free space is to be returned, whatever the retention settings.
    private var isOnlyVacuum: Bool {
        vacuum && !removal.dryRun && !pictures && page == nil && keep == nil && olderThan == nil
    }

    /// The retention. With `--vacuum` alone, it may keep everything.
    private func retention(_ configuration: ProgramConfiguration) throws -> Retention {
        let retention =
            keep == nil && olderThan == nil
            ? configuration.server.retention : Retention(revisions: keep ?? 0, days: olderThan ?? 0)
        guard pictures || !retention.keepsAll || isOnlyVacuum else {
            throw ValidationError(
                "Specify how much to keep with --keep, --older-than, or the settings retention.revisions and "
                    + "retention.days.")
        }
        return retention
    }

    /// Shows what would be removed in a dry run or on a terminal, where it also asks for confirmation.
    ///
    /// - Returns: whether to remove it.
    private func agree(_ pages: [String], _ retention: Retention, in store: any PageDatabase) async throws -> Bool {
        guard removal.isPreviewed else { return true }
        var lines: [String] = []
        for page in pages {
            let count = try await store.prunableRevisions(of: page, retention)
            lines.append("\(page): \(count == 1 ? "1 revision" : "\(count) revisions") would be deleted.")
        }
        if page == nil {
            let count = try await store.unusedPictures(uploadedBefore: uploadLimit)
            lines.append(
                "\(count == 1 ? "1 picture" : "\(count) pictures") that nothing mentions would be removed"
                    + (pages.isEmpty ? "." : ", and those that only these revisions mention."))
        }
        Terminal.say(lines.joined(separator: "\n"))
        return !removal.dryRun && removal.confirm("Continue?")
    }

    private var uploadLimit: Instant { Instant(Date()).adding(seconds: -unusedFor * 3600) }

    private func prune(_ page: String, _ retention: Retention, in store: any PageDatabase) async throws {
        let count = try await Progress.during("\(page): deleting revisions") {
            try await store.pruneAll(page, retention, by: .console)
        }
        Terminal.say("\(page): \(count == 1 ? "1 revision was" : "\(count) revisions were") deleted.")
    }

    private func prunePictures(in store: any PageDatabase) async throws {
        let instant = uploadLimit
        var (count, step) = (0, 0)
        repeat {
            step = try await store.prunePictures(uploadedBefore: instant, by: .console)
            count += step
            if step > 0 { try await Task.sleep(for: Retention.pause) }
        } while step > 0
        if count > 0 || pictures {
            let pictures = count == 1 ? "1 picture" : "\(count) pictures"
            Terminal.say("\(pictures) that nothing mentions \(count == 1 ? "was" : "were") removed.")
        }
    }

    private static func vacuum(_ database: String, _ store: SQLiteStore) async throws {
        func size() -> Int {
            ["", "-wal"].reduce(0) { sum, suffix in
                let attributes = try? FileManager.default.attributesOfItem(atPath: database + suffix)
                return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
            }
        }
        let before = size()
        try await Progress.during("rewriting \(database)") { try await store.vacuum() }
        let now = size()
        Terminal.say("\(database) has \(ContentsText.size(now)), \(ContentsText.size(max(0, before - now))) less.")
    }
}
