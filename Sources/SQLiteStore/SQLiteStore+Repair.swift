import GRDB
public import Publishing

extension SQLiteStore {
    /// Puts in order what can be: each page in a transaction of its own.
    ///
    /// - Returns: what was done, a line each.
    public func repair(by actor: Actor) async throws(PublishingError) -> [String] {
        let store = self
        var done: [String] = []
        for slug in try await pages().map(\.page.slug) {
            let now = clock.now
            let lines = try await write { database in
                let page = try PageRow.named(slug, database)
                return try PageRepair(page: page, catalog: store.catalog, actor: actor, now: now).run(database)
            }
            done += lines.map { "\(slug): \($0)" }
        }
        return done
    }
}
