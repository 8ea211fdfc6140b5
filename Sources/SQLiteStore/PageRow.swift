import GRDB
import Publishing

/// A row of `pages`.
struct PageRow {
    let id: Int64
    let info: PageInfo

    init(_ row: Row) {
        id = row["id"]
        let client: String? = row["client"]
        info = PageInfo(slug: row["slug"], title: row["title"], client: client.flatMap(ClientFamily.init(rawValue:)))
    }

    static func find(_ slug: String, _ database: Database) throws -> PageRow? {
        // SQLite would read a text with a NUL in it as a shorter one.
        guard Identifier.isSlug(slug) else { return nil }
        let statement = try database.cachedStatement(sql: "SELECT id, slug, title, client FROM pages WHERE slug = ?")
        return try Row.fetchOne(statement, arguments: [slug]).map(PageRow.init)
    }

    static func named(_ slug: String, _ database: Database) throws -> PageRow {
        guard let page = try find(slug, database) else {
            throw PublishingError.noPage(slug)
        }
        return page
    }
}
