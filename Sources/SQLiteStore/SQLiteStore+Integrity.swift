import GRDB
public import Publishing

extension SQLiteStore {
    /// Looks at every page of the file and follows every reference.
    ///
    /// - Throws: ``PublishingError/unavailable(_:)`` that says what is broken.
    public func checkIntegrity() async throws(PublishingError) {
        try await read { database in
            let faults = try String.fetchAll(database, sql: "PRAGMA integrity_check(10)").filter { $0 != "ok" }
            let dangling = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
            guard faults.isEmpty, dangling == 0 else {
                let reasons = faults + (dangling == 0 ? [] : ["\(dangling) references lead nowhere"])
                throw PublishingError.unavailable(
                    "The database is damaged: \(reasons.joined(separator: "; ")). Restore it from a backup.")
            }
        }
    }
}
