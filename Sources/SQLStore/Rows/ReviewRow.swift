import HomeBlocks
import Publishing

/// Rows of `reviews` and `approvals`.
extension SQLTransaction {
    func put(_ request: ReviewRequest, on page: PageRow) throws {
        try runLater(
            """
            INSERT INTO reviews (page_id, plan, message, whom, requested_by, requested_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (page_id) DO UPDATE SET plan = ?2, message = ?3, whom = ?4, requested_by = ?5, requested_at = ?6
            """, page.id, JSONValue.object(request.plan.reviewedJSON), request.message,
            JSONValue.array(request.whom.map { .string($0) }), request.requested.by, request.requested.at)
    }

    func reviewRequest(of page: PageRow) throws -> ReviewRequest? {
        try first(ReviewRequest.query, page.id) { try ReviewRequest($0) }
    }

    func deleteReviewRequest(of page: PageRow) throws {
        try runLater("DELETE FROM reviews WHERE page_id = ?1", page.id)
    }

    func put(_ approval: Approval, on page: PageRow) throws {
        try runLater(
            """
            INSERT INTO approvals (page_id, state, kind, person, by, at, message, revision, link)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (page_id, state, person)
            DO UPDATE SET kind = ?3, by = ?5, at = ?6, message = ?7, revision = ?8, link = ?9
            """, page.id, approval.state, approval.kind.rawValue, approval.person, approval.created.by,
            approval.created.at, approval.message, approval.revision, approval.link)
    }

    func deleteApproval(of state: String, by person: String, on page: PageRow) throws {
        try runLater("DELETE FROM approvals WHERE page_id = ?1 AND state = ?2 AND person = ?3", page.id, state, person)
    }
}

extension ReviewRequest {
    /// A query for the request of the page ?1.
    static let query = "SELECT plan, message, whom, requested_by, requested_at FROM reviews WHERE page_id = ?1"

    init(_ row: any SQLRow) throws {
        guard let plan = Publication(reviewed: try row.json(0)) else {
            throw PublishingError.internalError("a request for a review has an unexpected format")
        }
        self.init(
            plan: plan, message: try row.text(1), whom: try row.json(2).array?.compactMap(\.string) ?? [],
            requested: try row.authorship(3))
    }
}

extension Approval {
    /// A query for the last verdicts of each person on states of the page ?1, the oldest first.
    static let query = """
        SELECT kind, state, person, by, at, message, revision, link FROM (
            SELECT id, kind, state, person, by, at, message, revision, link,
                row_number() OVER (PARTITION BY person ORDER BY id DESC) AS place
            FROM approvals WHERE page_id = ?1) AS last
        WHERE place <= 100 ORDER BY id
        """

    init(_ row: any SQLRow) throws {
        guard let kind = Kind(rawValue: try row.text(0)) else {
            throw PublishingError.internalError("an approval has an unknown kind")
        }
        self.init(
            kind, state: try row.text(1), person: try row.text(2), created: try row.authorship(3),
            message: try row.text(5), revision: try row.int(6), link: try row.optionalID(7))
    }
}

extension SQLDialect {
    /// A query for the people who made the revision ?2 of the page ?1 from one that was live at ?3: each in a row, and
    /// the authors of planned releases in other rows.
    static let authorsOfRevision = """
        WITH RECURSIVE path(number) AS (
            SELECT CAST(?2 AS bigint)
            UNION
            SELECT r.parent FROM path JOIN revisions AS r ON r.page_id = ?1 AND r.number = path.number
            WHERE r.parent IS NOT NULL AND \(wasNeverLive)
        )
        SELECT coalesce(c.person, r.created_by), NULL
        FROM path JOIN revisions AS r ON r.page_id = ?1 AND r.number = path.number
            LEFT JOIN credentials AS c ON c.name = r.created_by
        WHERE \(wasNeverLive)
        UNION ALL
        SELECT NULL, x.authors FROM path JOIN releases AS x ON x.page_id = ?1 AND x.revision = path.number
        WHERE \(wasNeverLive)
        """

    private static let wasNeverLive = """
        NOT EXISTS (
            SELECT 1 FROM releases AS l
            WHERE l.page_id = ?1 AND l.revision = path.number AND l.cancelled_at IS NULL AND l.at <= ?3)
        """

    /// A query whether the revision ?2 of the page `p` was live at some time since the page is reviewed. Releases that
    /// did not take effect yet are later than ?3.
    static let wasLive = """
        SELECT 1 FROM releases AS x WHERE x.page_id = p.id AND x.revision = ?2 AND x.cancelled_at IS NULL
            AND x.at <= ?3 AND (x.at, coalesce(x.origin, x.id)) >= (
                SELECT y.at, coalesce(y.origin, y.id) FROM releases AS y
                WHERE y.page_id = p.id AND y.cancelled_at IS NULL AND y.at <= p.reviewed_since
                ORDER BY y.at DESC, coalesce(y.origin, y.id) DESC LIMIT 1)
        """
}
