import HomeBlocks
import Publishing

/// Rows of `preview_links`.
extension SQLTransaction {
    /// The links of a page that had not ended at an instant, newest first.
    ///
    /// - Parameter last: the id of the last link of the previous results.
    func links(to page: PageRow, after last: Int64?, limit: Int, notEndedAt start: Instant) throws -> [PreviewLink] {
        try all(
            """
            \(PreviewLink.query) WHERE l.page_id = ?1 AND l.id < ?2 AND l.ends_at > ?3
                AND (l.revoked_at IS NULL OR l.revoked_at > ?3)
            ORDER BY l.id DESC LIMIT ?4
            """, page.id, last ?? .max, start, limit
        ) { try PreviewLink($0) }
    }

    func link(withHash hash: [UInt8]) throws -> PreviewLink? {
        try first("\(PreviewLink.query) WHERE l.secret = ?1", hash) { try PreviewLink($0) }
    }

    /// The link with a secret, and the credential in whose name it may approve.
    func linkApprover(withHash hash: [UInt8]) throws -> LinkApprover? {
        try first(LinkApprover.query(dialect), hash) { try LinkApprover($0) }
    }

    func requireLink(_ id: Int64, to page: PageRow) throws -> PreviewLink {
        let link = try first("\(PreviewLink.query) WHERE l.id = ?1 AND l.page_id = ?2", id, page.id) {
            try PreviewLink($0)
        }
        guard let link else { throw PublishingError.notFound("The page \"\(page.slug)\" has no link \(id).") }
        return link
    }

    func activeLinks(to page: PageRow, at now: Instant) throws -> Int {
        let count = try number(
            "SELECT count(*) FROM preview_links WHERE page_id = ?1 AND ends_at > ?2 AND revoked_at IS NULL", page.id,
            now)
        return Int(count ?? 0)
    }

    func insert(_ link: NewLink, to page: PageRow, by actor: Actor, at now: Instant) throws -> PreviewLink {
        let (plan, created) = (link.plan, Authorship(by: actor.name, at: now))
        var (revision, release): (Int?, Int64?) = (nil, nil)
        switch plan.target {
        case .draft: break
        case .revision(let number): revision = number
        case .release(let id): release = id
        }
        let id = try insert(
            """
            INSERT INTO preview_links
                (page_id, slug, secret, revision, release_id, client, at, ends_at, label, created_at, created_by, approver)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) RETURNING id
            """, page.id, page.slug, link.hash, revision, release, plan.clientJSON, plan.at, plan.until, plan.label,
            created.at, created.by, plan.mayApprove ? actor.credential : nil)
        return PreviewLink(id: id, page: page.slug, firstSlug: page.slug, plan: plan, created: created)
    }

    func revokeLink(_ id: Int64, by revoked: Authorship) throws {
        try run("UPDATE preview_links SET revoked_at = ?1, revoked_by = ?2 WHERE id = ?3", revoked.at, revoked.by, id)
    }

    func addUses(_ count: Int, ofLink id: Int64, at now: Instant) throws {
        try run("UPDATE preview_links SET uses = uses + ?1, last_used_at = ?2 WHERE id = ?3", count, now, id)
    }

    /// The revisions of a page that active links show.
    func linkedRevisions(of page: PageRow, at now: Instant) throws -> [Int] {
        try all(
            """
            SELECT DISTINCT revision FROM preview_links
            WHERE page_id = ?1 AND revision IS NOT NULL AND ends_at > ?2 AND revoked_at IS NULL
            """, page.id, now
        ) { try $0.int(0) }
    }

    /// Deletes links that ended before an instant.
    func deleteLinks(endedBefore start: Instant) throws {
        try run("DELETE FROM preview_links WHERE ends_at <= ?1 OR revoked_at <= ?1", start)
    }
}

extension PreviewLink {
    fileprivate static let columns = """
        l.id, p.slug, l.slug, l.revision, l.release_id, l.client, l.at, l.ends_at, l.label, l.created_by, l.created_at,
        l.revoked_by, l.revoked_at, l.uses, l.last_used_at, l.approver
        """

    fileprivate static let columnCount = 16

    fileprivate static let query = """
        SELECT \(columns) FROM preview_links AS l JOIN pages AS p ON p.id = l.page_id
        """

    fileprivate init(_ row: any SQLRow) throws {
        let target: LinkPlan.Target =
            if let revision = try row.optionalInt(3) {
                .revision(revision)
            } else if let release = try row.optionalID(4) {
                .release(release)
            } else {
                .draft
            }
        let client = try row.optionalText(5).map { try JSONValue(parsing: $0).object ?? [:] }
        let plan = LinkPlan(
            target: target,
            client: client.map { Dictionary($0.compactMap { name, value in value.string.map { (name, $0) } }) { $1 } },
            at: try row.optionalInstant(6), until: try row.instant(7), label: try row.text(8),
            mayApprove: try row.optionalText(15) != nil)
        self.init(
            id: try row.id(0), page: try row.text(1), firstSlug: try row.text(2), plan: plan,
            created: try row.authorship(9),
            revoked: try row.optionalAuthorship(11), uses: try row.int(13), lastUsedAt: try row.optionalInstant(14))
    }
}

extension LinkApprover {
    /// A query for the link whose secret has the hash ?1.
    static func query(_ dialect: SQLDialect) -> String {
        """
        SELECT \(PreviewLink.columns), \(Credential.columns(dialect))
        FROM preview_links AS l JOIN pages AS p ON p.id = l.page_id LEFT JOIN credentials AS c ON c.id = l.approver
        WHERE l.secret = ?1
        """
    }

    init(_ row: any SQLRow) throws {
        let link = try PreviewLink(row)
        self.init(link, link.plan.mayApprove ? try Credential(row, from: PreviewLink.columnCount) : nil)
    }
}
