import HomeBlocks
public import Publishing

/// Copies the content of a database to an empty one. The engines may differ.
public struct TableCopier {
    private let source: any SQLTransaction
    private let target: any SQLTransaction
    private let (sourceEnd, targetEnd): (any CopyEndpoint, any CopyEndpoint)
    private let now: Instant
    private let report: (CopyProgress) -> Void

    /// Makes a copy and compares it with its source before it is committed.
    ///
    /// - Parameters:
    ///   - now: the instant whose live pages are compared.
    ///   - report: called as the copy proceeds.
    /// - Throws: ``CopyFailure`` if the copy differs from its source, and the errors of the databases. The target is
    ///   unchanged then.
    public static func copy(
        from source: any CopyEndpoint, to target: any CopyEndpoint, at now: Instant,
        report: @escaping (CopyProgress) -> Void
    ) throws -> CopyResult {
        try source.read { from, confirm in
            try target.fill { to in
                let copier = TableCopier(
                    source: from, target: to, sourceEnd: source, targetEnd: target, now: now, report: report)
                let result = try copier.run()
                try confirm()
                return result
            }
        }
    }

    private init(
        source: any SQLTransaction, target: any SQLTransaction, sourceEnd: any CopyEndpoint,
        targetEnd: any CopyEndpoint,
        now: Instant, report: @escaping (CopyProgress) -> Void
    ) {
        self.source = source
        self.target = target
        self.sourceEnd = sourceEnd
        self.targetEnd = targetEnd
        self.now = now
        self.report = report
    }

    private func run() throws -> CopyResult {
        var copied: [(table: CopiedTable, rows: RowsDigest)] = []
        for table in CopiedTable.all { copied.append((table, try copy(table))) }
        for table in CopiedTable.all where table.hasID { try continueIDs(of: table.name) }
        for (table, rows) in copied {
            guard try digest(of: table) == rows else { throw CopyFailure.different(table: table.name) }
        }
        let pages = try compareExports()
        let rows = Dictionary(copied.map { ($0.table.name, $0.rows.count) }, uniquingKeysWith: +)
        return CopyResult(rows: CopiedTable.names.map { ($0, rows[$0] ?? 0) }, pages: pages)
    }

    // MARK: Rows

    /// The numbers of rows that a statement can insert; the largest that fits is used.
    private static let statementRows = [100, 10, 1]

    /// Copies a table.
    ///
    /// - Returns: a digest of the rows in the source.
    private func copy(_ table: CopiedTable) throws -> RowsDigest {
        let total = Int(try source.number(table.count) ?? 0)
        let digest = try read(table, in: source, .copying, of: total) { rows in
            var rows = rows[...]
            for count in Self.statementRows {
                while rows.count >= count {
                    try target.execute(table.insert(rows: count), Array(rows.prefix(count).joined()))
                    rows = rows.dropFirst(count)
                }
            }
        }
        guard digest.count == total else { throw CopyFailure.different(table: table.name) }
        return digest
    }

    /// Returns a digest of a table's rows in the target.
    private func digest(of table: CopiedTable) throws -> RowsDigest {
        let total = Int(try target.number(table.count) ?? 0)
        let hashes = table.columns.firstIndex(of: "resource").flatMap { resource in
            table.columns.firstIndex(of: "hash").map { (resource: resource, hash: $0) }
        }
        return try read(table, in: target, .comparing, of: total) { rows in
            guard let hashes else { return }
            for row in rows {
                guard case .integer(let id) = row[0] else { continue }
                guard case .text(let resource) = row[hashes.resource], case .blob(let hash) = row[hashes.hash],
                    Digest.sha256(resource.utf8) == hash
                else { throw CopyFailure.damaged(blockVersion: id) }
            }
        }
    }

    private func read(
        _ table: CopiedTable, in database: any SQLTransaction, _ phase: CopyProgress.Phase, of total: Int,
        _ body: ([[SQLValue]]) throws -> Void
    ) throws -> RowsDigest {
        var reader = TableReader(table, in: database)
        var digest = RowsDigest()
        while true {
            let rows = try reader.next()
            if rows.isEmpty { break }
            try body(rows)
            for row in rows { digest.add(row) }
            report(CopyProgress(phase: phase, table: table.name, rows: digest.count, total: total))
        }
        return digest
    }

    private func continueIDs(of table: String) throws {
        let present = try source.number("SELECT max(id) FROM \(table)") ?? 0
        let last = max(present, try sourceEnd.lastID(of: table, in: source))
        if last > 0 { try targetEnd.continueIDs(of: table, after: last, in: target) }
    }

    // MARK: Pages

    /// Compares the exported live revision of each page.
    private func compareExports() throws -> [(slug: String, revision: Int?)] {
        try source.pages().map { page in
            let live = try source.export(page.slug, at: now)
            let copy = try target.export(page.slug, at: now)
            guard live?.number == copy?.number, live?.bytes == copy?.bytes else {
                throw CopyFailure.differentExport(page: page.slug)
            }
            return (page.slug, live?.number)
        }
    }
}

extension SQLTransaction {
    /// The live revision of a page as `homeblocks export` writes it; nil if nothing is live.
    fileprivate func export(_ slug: String, at now: Instant) throws -> (number: Int, bytes: [UInt8])? {
        let page = try requirePage(slug)
        guard let live = try loaded(page, at: now).live else { return nil }
        let document = try document(of: live, title: page.info.title, client: page.info.client)
        return (live.number, Array(document.json(slug: slug).prettyEncoded))
    }
}

/// A digest of rows in order: their number and a hash of all values.
struct RowsDigest: Equatable {
    private(set) var count = 0
    private var hash: [UInt8] = []

    mutating func add(_ row: [SQLValue]) {
        count += 1
        var bytes = hash
        for value in row {
            switch value {
            case .null: bytes.append(0)
            case .integer(let number): bytes.add(1, number)
            case .text(let text): bytes.add(2, Int64(text.utf8.count), text.utf8)
            case .blob(let blob): bytes.add(3, Int64(blob.count), blob)
            }
        }
        hash = Digest.sha256(bytes)
    }
}

extension [UInt8] {
    /// Appends the kind of a value, its number or length, and its bytes if it has any.
    fileprivate mutating func add(_ kind: UInt8, _ number: Int64, _ bytes: some Collection<UInt8> = [UInt8]()) {
        append(kind)
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
        append(contentsOf: bytes)
    }
}
