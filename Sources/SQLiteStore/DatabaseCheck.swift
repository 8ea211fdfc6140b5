import Foundation
import GRDB
import HomeBlocks
import Publishing

/// Looks for everything that is wrong with a database: one fault does not hide the next.
struct DatabaseCheck {
    let catalog: BlockTypeCatalog
    let now: Instant

    func report(_ database: Database) throws -> DatabaseReport {
        var report = DatabaseReport()
        report.faults = try SQLiteStore.structureFaults(database)
        let version = try SchemaMigrator.version(of: database)
        guard version == Schema.version else {
            report.pages = try DatabaseContents(at: now, database).pages.map { slug, revision in
                "\(slug): \(revision.map { "revision \($0)" } ?? "nothing live")"
            }
            report.note =
                "Its schema has version \(version), this program's is \(Schema.version): pages and references were "
                + "looked at, contents were not. A start, or migrate, brings it up to date."
            return report
        }
        report.faults += listed { try orderFaults(database) } + listed { try contentFaults(database) }
        let pages = try Row.fetchAll(database, sql: "SELECT id, slug, title, client FROM pages ORDER BY slug")
        for page in pages.map(PageRow.init) { check(page, &report, database) }
        return report
    }

    /// What a look finds, or why it came to an end.
    private func listed(_ look: () throws -> [String]) -> [String] {
        do { return try look() } catch { return Self.lines(error) }
    }

    /// Revisions whose order does not name each of their blocks once.
    private func orderFaults(_ database: Database) throws -> [String] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT p.slug, r.number FROM revisions AS r
                JOIN pages AS p ON p.id = r.page_id JOIN orders AS o ON o.id = r.order_id
                WHERE json_array_length(o.codes) <> (SELECT count(*) FROM placements WHERE tree_id = r.tree_id)
                    OR json_array_length(o.codes) <> (
                        SELECT count(DISTINCT named.value) FROM json_each(o.codes) AS named
                        JOIN placements AS b ON b.tree_id = r.tree_id AND b.block_code = named.value)
                ORDER BY p.slug, r.number
                """)
        return rows.map { "\($0[0] as String), revision \($0[1] as Int): its order does not name each block once" }
    }

    /// Block versions that are not what was stored. The file's own structure tells nothing of a text's bytes.
    private func contentFaults(_ database: Database) throws -> [String] {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT v.id, p.slug, v.block_code, CAST(v.resource AS BLOB) AS bytes, v.hash
                FROM block_versions AS v JOIN pages AS p ON p.id = v.page_id ORDER BY v.id
                """)
        var faults: [String] = []
        while let row = try rows.next() {
            let (bytes, hash): (Data, Data) = (row["bytes"], row["hash"])
            guard Digest.sha256(Array(bytes)) != Array(hash) else { continue }
            let (id, page, code): (Int64, String, String) = (row["id"], row["slug"], row["block_code"])
            faults.append("\(page), block \(code): its version \(id) is not what was stored")
        }
        return faults
    }

    /// What is live, the draft, and what is planned.
    private func check(_ page: PageRow, _ report: inout DatabaseReport, _ database: Database) {
        var lines: [String] = []
        var faults: [String] = []
        func look(_ place: String, _ body: () throws -> (line: String?, faults: [String])) {
            do {
                let (line, found) = try body()
                faults += found.map { "\(page.info.slug), \(place): \($0)" }
                if let line { lines.append(line) }
            } catch {
                faults += Self.lines(error).map { "\(page.info.slug), \(place): \($0)" }
            }
        }
        look("live") {
            let live = try RevisionRow.requireLive(of: page, at: now, database)
            let blocks = try validBlocks(of: live, on: page, database)
            var faults = try renderingFaults(live, blocks, page, database)
            if let last = try PageRepair.datedAhead(of: page, at: now, database) {
                faults.append(
                    "its last change is dated \(last.rfc3339), ahead of this machine's clock: until then nothing can be "
                        + "planned, and what is planned for before shows already. check --repair dates it back")
            }
            return ("revision \(live.number), \(blocks.count) blocks", faults)
        }
        look("draft") {
            guard let draft = try DraftRow.find(of: page, database) else { return (nil, []) }
            try checkRevisions([draft.revision, draft.base], of: page, database)
            let live = try RevisionRow.requireLive(of: page, at: now, database)
            do {
                _ = try DraftMerge(page: page, draft: draft, catalog: catalog).revision(bringingUpTo: live, database)
                return ("a draft", [])
            } catch {
                let reason = Self.lines(error).joined(separator: "; ")
                return (
                    nil,
                    [
                        "cannot be brought up to revision \(live.number) (\(reason)). check --repair keeps its content "
                            + "as it is; discarding it works too"
                    ]
                )
            }
        }
        look("planned") {
            let effective = try RevisionRow.effective(now, page, database)
            let pending = try ReleaseRow.pending(of: page, after: effective, database)
            for release in pending {
                look("release \(release.id)") {
                    try checkRevisions([release.revision] + [release.base].compactMap(\.self), of: page, database)
                    return (nil, [])
                }
            }
            return (pending.isEmpty ? nil : "\(pending.count) planned", [])
        }
        report.faults += faults
        if faults.isEmpty { report.pages.append("\(page.info.slug): \(lines.joined(separator: ", ")), valid") }
    }

    /// - Parameter numbers: the one that will be shown, and what it was made from, which must only be there.
    private func checkRevisions(_ numbers: [Int], of page: PageRow, _ database: Database) throws {
        let revisions = try numbers.map { try RevisionRow.named($0, of: page, database) }
        if let first = revisions.first { _ = try validBlocks(of: first, on: page, database) }
    }

    private func validBlocks(
        of revision: RevisionRow, on page: PageRow, _ database: Database
    ) throws -> [BlockResource] {
        let placements = try revision.placements(database)
        let blocks = try revision.order.order.compactMap { code in
            try placements[code].map { try BlockVersionRow.require($0.version, database) }
        }
        if let code = revision.order.order.first(where: { !Identifier.isCode($0) }) {
            throw PublishingError.conflict("no URL can name the block \"\(code)\"; check --repair renames it")
        }
        try PageDocument(data: try revision.data(database), blocks: blocks).validate(catalog, client: page.info.client)
        return blocks
    }

    private func renderingFaults(
        _ revision: RevisionRow, _ blocks: [BlockResource], _ page: PageRow, _ database: Database
    ) throws -> [String] {
        let live = LivePage(own: try revision.value(of: page, database))
        return PublishedPage(live, blocks: blocks.map { RenderedBlock($0, catalog) }, at: now).faults()
    }

    private static func lines(_ error: any Error) -> [String] {
        switch error as? PublishingError {
        case .invalid(let input) where !input.faults.isEmpty: input.faults.map { "\($0.pointer) \($0.reason)" }
        case .invalid(let input): [input.detail]
        case .notFound(let text), .internalError(let text), .unavailable(let text), .conflict(let text): [text]
        default: ["it cannot be read: \(error)"]
        }
    }
}
