import GRDB
public import Publishing

extension SQLiteStore {
    /// Looks at everything that a database holds, without changing it or bringing it up to date.
    ///
    /// - Throws: ``DatabaseRefusal`` if it cannot be read at all.
    public static func check(
        _ database: String, _ catalog: BlockTypeCatalog, at now: Instant
    ) throws -> DatabaseReport {
        let file = DatabaseFile(path: database)
        try file.inspectForReading()
        return try file.look { queue in
            try queue.read { database in
                try file.inspectKind(mayBeEmpty: false, database)
                return try DatabaseCheck(catalog: catalog, now: now).report(database)
            }
        }
    }
}
