import SQLStore

/// Statements that break a rule of the schema.
struct RuleBreak {
    /// The name in ``SchemaRules``.
    let rule: String
    /// One or several statements. `TWICE`, `UNKNOWN` and `DOUBLED` are replaced by the order of page 1 with one of its
    /// blocks duplicated, with an unknown block, and with every block duplicated.
    let sql: String
    private let arguments: [SQLValue]

    init(_ rule: String, _ sql: String, _ arguments: SQLValue...) {
        self.rule = rule
        self.sql = sql
        self.arguments = arguments
    }

    /// - Parameter codes: the order of page 1.
    func statements(_ codes: String) -> [(sql: String, arguments: [SQLValue])] {
        let text = sql.replacing("TWICE", with: "'\(codes.replacing("\"otc\"", with: "\"wallet\""))'")
            .replacing("UNKNOWN", with: "'\(codes.replacing("\"otc\"", with: "\"none\""))'")
            .replacing("DOUBLED", with: "'\(codes.dropLast()),\(codes.dropFirst())'")
        return text.split(separator: ";").map { (String($0), $0.contains("?1") ? arguments : []) }
    }

    /// Whether an engine's error is about this kind of rule.
    func isReason(_ message: String) -> Bool {
        let reasons = [
            "check": ["CHECK constraint failed", "violates check constraint", "invalid input syntax for type json"],
            "reference": ["FOREIGN KEY constraint failed", "foreign key constraint"],
            "unique": ["UNIQUE constraint failed", "duplicate key value"],
        ]
        let kind = rule.split(separator: " ")[1]
        let isOne = { (kind: String) in (reasons[kind] ?? []).contains { message.contains($0) } }
        // A trigger has its own message.
        return kind == "trigger"
            ? !reasons.keys.contains(where: isOne)
                && ["must", "never", "only", "follows", "overlap"].contains { message.contains($0) }
            : isOne(String(kind))
    }

    static let all: [RuleBreak] =
        pages + blockVersions + trees + subtrees + orders + revisions + releases + drafts + takeovers + links
        + audiences
        + feeds + pictures + access + log

    private static let pages = [
        RuleBreak("pages: check slug", "UPDATE pages SET slug = 'Not A Slug' WHERE id = 1"),
        RuleBreak("pages: check slug", "UPDATE pages SET slug = '' WHERE id = 1"),
        RuleBreak(
            "pages: check title", "UPDATE pages SET title = ?1 WHERE id = 1", .text(String(repeating: "x", count: 201))),
        RuleBreak("pages: check client", "UPDATE pages SET client = 'x' WHERE id = 1"),
        RuleBreak("pages: unique id", "INSERT INTO pages VALUES (1, 'new', '', NULL, 0, 'x', 0, NULL)"),
        RuleBreak("pages: unique slug", "UPDATE pages SET slug = 'mall' WHERE id = 2"),
    ]

    private static func version(_ rule: String, _ values: String, hash: Int = 32) -> RuleBreak {
        RuleBreak(
            "block_versions: \(rule)",
            "INSERT INTO block_versions VALUES (\(values.replacing("HASH", with: "?1")), 0, 'x', 0)",
            .blob(Array(repeating: 7, count: hash)))
    }

    private static let links = [
        RuleBreak("pages: check approvals", "UPDATE pages SET approvals = 4"),
        RuleBreak("drafts: check authors", "UPDATE drafts SET authors = '{}'"),
        RuleBreak("reviews: check plan", "UPDATE reviews SET plan = '[]'"),
        RuleBreak("reviews: check whom", "UPDATE reviews SET whom = '{}'"),
        RuleBreak("reviews: reference page_id to pages", "UPDATE reviews SET page_id = 99"),
        RuleBreak("reviews: unique page_id", "INSERT INTO reviews SELECT * FROM reviews"),
        RuleBreak("approvals: check kind", "UPDATE approvals SET kind = 'x'"),
        RuleBreak("approvals: reference page_id to pages", "UPDATE approvals SET page_id = 99"),
        RuleBreak("approvals: unique id", "INSERT INTO approvals SELECT * FROM approvals"),
        RuleBreak(
            "approvals: unique page_id, state, person",
            """
            INSERT INTO approvals (page_id, state, kind, person, by, at, message, revision)
            SELECT page_id, state, kind, person, by, at, message, revision FROM approvals
            """),
        RuleBreak(
            "releases: check authors",
            """
            INSERT INTO releases (page_id, revision, at, scheduled, created_at, created_by, authors)
            SELECT page_id, revision, at, scheduled, created_at, created_by, '{}' FROM releases LIMIT 1
            """),
        RuleBreak("preview_links: check secret", "UPDATE preview_links SET secret = ?1", .blob([1])),
        RuleBreak("preview_links: check client", "UPDATE preview_links SET client = '[]'"),
        RuleBreak("preview_links: check client", "UPDATE preview_links SET client = 'no json'"),
        RuleBreak("preview_links: check release_id, revision", "UPDATE preview_links SET revision = 1, release_id = 1"),
        RuleBreak("preview_links: check revoked_at, revoked_by", "UPDATE preview_links SET revoked_at = 1"),
        RuleBreak("preview_links: check revoked_at, revoked_by", "UPDATE preview_links SET revoked_by = 'x'"),
        RuleBreak("preview_links: check uses", "UPDATE preview_links SET uses = -1"),
        RuleBreak("preview_links: reference page_id to pages", "UPDATE preview_links SET page_id = 99"),
        RuleBreak("preview_links: unique id", "INSERT INTO preview_links SELECT * FROM preview_links"),
        RuleBreak(
            "preview_links: unique secret",
            """
            INSERT INTO preview_links (page_id, slug, secret, ends_at, label, created_at, created_by)
            SELECT page_id, slug, secret, ends_at, label, created_at, created_by FROM preview_links
            """),
    ]

    private static let audiences = [
        RuleBreak("audiences: check name", "UPDATE audiences SET name = 'Not A Name'"),
        RuleBreak("audiences: check name", "UPDATE audiences SET name = ''"),
        RuleBreak(
            "audiences: check title", "UPDATE audiences SET title = ?1", .text(String(repeating: "x", count: 201))),
        RuleBreak("audiences: check conditions", "UPDATE audiences SET conditions = '[]'"),
        RuleBreak("audiences: check conditions", "UPDATE audiences SET conditions = 'no json'"),
        RuleBreak("audiences: unique name", "INSERT INTO audiences VALUES ('vips', '', '{}', 0, 'x', 0, 'x')"),
    ]

    private static let blockVersions = [
        version("check block_code", "99, 1, '', 's', '{}', HASH"),
        version("check show_type", "99, 1, 'c', '', '{}', HASH"),
        version("check resource", "99, 1, 'c', 's', '[]', HASH"),
        version("check resource", "99, 1, 'c', 's', 'no json', HASH"),
        version("check hash", "99, 1, 'c', 's', '{}', HASH", hash: 31),
        version("unique id", "1, 1, 'c', 's', '{}', HASH"),
        version("unique id, block_code", "1, 1, 'c', 's', '{}', HASH"),
        version("reference page_id to pages", "99, 99, 'c', 's', '{}', HASH"),
        RuleBreak(
            "block_versions: check bytes", "INSERT INTO block_versions VALUES (99, 1, 'c', 's', '{}', ?1, 0, 'x', -1)",
            .blob(Array(repeating: 7, count: 32))),
        RuleBreak(
            "block_versions: unique page_id, hash",
            """
            INSERT INTO block_versions SELECT id + 1000, page_id, block_code, show_type, resource, hash, 0, 'x', 0
            FROM block_versions
            """),
        RuleBreak("block_versions: trigger UPDATE", "UPDATE block_versions SET resource = '{}'"),
    ]

    private static let trees = [
        RuleBreak("trees: check data", "INSERT INTO trees VALUES (99, 1, '[]')"),
        RuleBreak("trees: unique id", "INSERT INTO trees VALUES (1, 1, '{}')"),
        RuleBreak("trees: unique page_id, id", "INSERT INTO trees VALUES (1, 1, '{}')"),
        RuleBreak("trees: reference page_id to pages", "INSERT INTO trees VALUES (99, 99, '{}')"),
        RuleBreak("trees: trigger UPDATE", "UPDATE trees SET data = '{}'"),
    ]

    private static let subtrees = [
        RuleBreak("subtrees: unique id", "INSERT INTO subtrees SELECT max(id) FROM subtrees"),
        RuleBreak(
            "subtree_entries: check since",
            """
            INSERT INTO subtrees VALUES (99);
            INSERT INTO subtree_entries SELECT 99, block_code, version_id, 0, '', 0 FROM placements WHERE tree_id = 1
            """),
        RuleBreak(
            "subtree_entries: unique subtree_id, block_code",
            """
            INSERT INTO subtrees VALUES (99);
            INSERT INTO subtree_entries SELECT 99, block_code, version_id, 1, '', 0 FROM placements WHERE tree_id = 1;
            INSERT INTO subtree_entries SELECT 99, block_code, version_id, 2, '', 0 FROM placements WHERE tree_id = 1
            """),
        RuleBreak(
            "subtree_entries: reference subtree_id to subtrees",
            "INSERT INTO subtree_entries SELECT 99, block_code, version_id, 1, '', 0 FROM placements WHERE tree_id = 1"),
        RuleBreak(
            "subtree_entries: reference version_id, block_code to block_versions",
            "INSERT INTO subtrees VALUES (99); INSERT INTO subtree_entries VALUES (99, 'new', 1, 1, '', 0)"),
        RuleBreak(
            "subtree_entries: reference version_id, block_code to block_versions",
            "DELETE FROM block_versions WHERE id = 1"),
        RuleBreak(
            "subtree_entries: trigger INSERT",
            """
            INSERT INTO subtree_entries SELECT s.subtree_id, 'new', p.version_id, 1, '', 0
            FROM placements AS p JOIN tree_subtrees AS s ON s.tree_id = p.tree_id WHERE p.tree_id = 1 LIMIT 1
            """),
        RuleBreak("subtree_entries: trigger UPDATE", "UPDATE subtree_entries SET block_code = 'x'"),
        RuleBreak(
            "tree_subtrees: check number",
            """
            INSERT INTO trees VALUES (99, 1, '{}');
            INSERT INTO tree_subtrees SELECT 99, -1, subtree_id FROM tree_subtrees WHERE tree_id = 1
            """),
        RuleBreak(
            "tree_subtrees: unique tree_id, number",
            """
            INSERT INTO trees VALUES (99, 1, '{}');
            INSERT INTO tree_subtrees SELECT 99, 0, subtree_id FROM tree_subtrees WHERE tree_id = 1;
            INSERT INTO tree_subtrees SELECT 99, 0, subtree_id FROM tree_subtrees WHERE tree_id = 1
            """),
        RuleBreak(
            "tree_subtrees: reference tree_id to trees",
            "INSERT INTO tree_subtrees SELECT 99, 0, subtree_id FROM tree_subtrees WHERE tree_id = 1"),
        RuleBreak(
            "tree_subtrees: reference subtree_id to subtrees",
            "INSERT INTO trees VALUES (99, 1, '{}'); INSERT INTO tree_subtrees VALUES (99, 0, 99)"),
        RuleBreak(
            "tree_subtrees: reference subtree_id to subtrees",
            "DELETE FROM subtrees WHERE id = (SELECT subtree_id FROM tree_subtrees WHERE tree_id = 1)"),
        RuleBreak(
            "tree_subtrees: trigger INSERT",
            "INSERT INTO subtrees VALUES (99); INSERT INTO tree_subtrees VALUES (1, 7, 99)"),
        RuleBreak("tree_subtrees: trigger UPDATE", "UPDATE tree_subtrees SET number = 9"),
    ]

    private static let orders = [
        RuleBreak("orders: check since", "INSERT INTO orders VALUES (99, 1, 0, '[]', 0, 'x')"),
        RuleBreak("orders: check codes", "INSERT INTO orders VALUES (99, 1, 2, '{}', 0, 'x')"),
        RuleBreak("orders: check codes", "INSERT INTO orders VALUES (99, 1, 2, 'no json', 0, 'x')"),
        RuleBreak("orders: unique id", "INSERT INTO orders VALUES (1, 1, 2, '[]', 0, 'x')"),
        RuleBreak("orders: unique page_id, id", "INSERT INTO orders VALUES (1, 1, 2, '[]', 0, 'x')"),
        RuleBreak("orders: reference page_id to pages", "INSERT INTO orders VALUES (99, 99, 2, '[]', 0, 'x')"),
        RuleBreak("orders: trigger UPDATE", "UPDATE orders SET codes = '[]'"),
    ]

    /// A revision with the order and the blocks of the first one.
    private static func revision(_ rule: String, _ number: Int, parent: String = "1", cause: String = "order")
        -> RuleBreak
    {
        RuleBreak(
            "revisions: \(rule)",
            """
            INSERT INTO revisions SELECT 1, \(number), \(parent), order_id, tree_id, '\(cause)', '', 0, 'x'
            FROM revisions WHERE page_id = 1 AND number = 1
            """)
    }

    private static func order(_ codes: String) -> RuleBreak {
        RuleBreak(
            "revisions: trigger INSERT",
            """
            INSERT INTO orders VALUES (99, 1, 2, \(codes), 0, 'x');
            INSERT INTO revisions SELECT 1, 99, 1, 99, tree_id, 'order', '', 0, 'x'
            FROM revisions WHERE page_id = 1 AND number = 1
            """)
    }

    private static let revisions = [
        revision("check number", 0, parent: "NULL"), revision("check number, parent", 98, parent: "99"),
        revision("check cause", 99, cause: ""), revision("unique page_id, number", 1, parent: "NULL"),
        revision("reference page_id, parent to revisions", 99, parent: "98"),
        RuleBreak(
            "revisions: reference page_id to pages",
            "INSERT INTO revisions SELECT 99, 1, NULL, order_id, tree_id, 'order', '', 0, 'x' FROM revisions WHERE page_id = 2 AND number = 1"
        ),
        RuleBreak(
            "revisions: reference page_id, order_id to orders",
            """
            INSERT INTO revisions SELECT 1, 99, 1, o.order_id, r.tree_id, 'order', '', 0, 'x'
            FROM revisions AS r JOIN revisions AS o ON o.page_id = 2 AND o.number = 1 WHERE r.page_id = 1 AND r.number = 1
            """),
        RuleBreak("revisions: reference page_id, order_id to orders", "DELETE FROM orders WHERE page_id = 1"),
        RuleBreak(
            "revisions: reference page_id, tree_id to trees",
            """
            INSERT INTO revisions SELECT 1, 99, 1, r.order_id, o.tree_id, 'order', '', 0, 'x'
            FROM revisions AS r JOIN revisions AS o ON o.page_id = 2 AND o.number = 1 WHERE r.page_id = 1 AND r.number = 1
            """),
        RuleBreak("revisions: reference page_id, tree_id to trees", "DELETE FROM trees WHERE page_id = 1"),
        // An order without one of the blocks, with a duplicate, or with an unknown block.
        order("'[\"marquee\"]'"), order("TWICE"), order("UNKNOWN"),
        // A tree and an order that have each block twice.
        RuleBreak(
            "revisions: trigger INSERT",
            """
            INSERT INTO trees VALUES (99, 1, '{}');
            INSERT INTO subtrees VALUES (99);
            INSERT INTO subtree_entries SELECT 99, block_code, version_id, since, changed_by, changed_at
            FROM subtree_entries WHERE subtree_id = (SELECT subtree_id FROM tree_subtrees WHERE tree_id = 1);
            INSERT INTO tree_subtrees SELECT 99, 0, subtree_id FROM tree_subtrees WHERE tree_id = 1;
            INSERT INTO tree_subtrees VALUES (99, 1, 99);
            INSERT INTO orders VALUES (99, 1, 2, DOUBLED, 0, 'x');
            INSERT INTO revisions VALUES (1, 99, 1, 99, 99, 'order', '', 0, 'x')
            """),
        RuleBreak("revisions: trigger UPDATE", "UPDATE revisions SET message = 'x'"),
        RuleBreak("revisions: trigger UPDATE", "UPDATE revisions SET parent = 1 WHERE number = 2"),
    ]

    /// - Parameter values: of revision, at, scheduled, cancelled_at, cancelled_by, origin and superseded.
    private static func release(_ rule: String, page: Int = 1, _ values: String) -> RuleBreak {
        RuleBreak(
            "releases: \(rule)",
            """
            INSERT INTO releases (page_id, created_at, created_by, revision, at, scheduled, cancelled_at, cancelled_by,
                origin, superseded) VALUES (\(page), 0, 'x', \(values))
            """)
    }

    private static let releases = [
        release("check scheduled", "1, 0, 2, NULL, NULL, NULL, 0"),
        release("check superseded", "1, 0, 1, NULL, NULL, NULL, 2"),
        release("check cancelled_at, cancelled_by", "1, 0, 1, 1, NULL, NULL, 0"),
        release("check cancelled_at, scheduled", "1, 0, 0, 1, 'x', NULL, 0"),
        release("reference page_id to pages", page: 99, "1, 0, 0, NULL, NULL, NULL, 0"),
        release("reference page_id, revision to revisions", "99, 0, 0, NULL, NULL, NULL, 0"),
        RuleBreak("releases: reference page_id, revision to revisions", "DELETE FROM revisions WHERE page_id = 2"),
        RuleBreak(
            "releases: unique id",
            """
            INSERT INTO releases (id, page_id, revision, at, scheduled, created_at, created_by)
            VALUES (1, 1, 1, 0, 0, 0, 'x')
            """),
        // It follows a release that took effect at once, and one that does not exist.
        release("trigger INSERT", "1, 0, 1, NULL, NULL, 1, 0"), release("trigger INSERT", "1, 0, 1, NULL, NULL, 99, 0"),
        RuleBreak("releases: trigger UPDATE", "UPDATE releases SET at = 0"),
        RuleBreak("releases: trigger UPDATE", "UPDATE releases SET revision = 2"),
        RuleBreak("releases: trigger UPDATE", "UPDATE releases SET base = 1"),
    ]

    private static let drafts = [
        RuleBreak("drafts: check conflicts", "UPDATE drafts SET conflicts = '{}'"),
        RuleBreak("drafts: unique page_id", "INSERT INTO drafts VALUES (1, 1, 1, 0, 'x', '[]', '[]')"),
        RuleBreak("drafts: reference page_id to pages", "INSERT INTO drafts VALUES (99, 1, 1, 0, 'x', '[]', '[]')"),
        RuleBreak("drafts: reference page_id, revision to revisions", "UPDATE drafts SET revision = 99"),
        RuleBreak("drafts: reference page_id, base to revisions", "UPDATE drafts SET base = 99"),
    ]

    /// - Parameter values: of page_id, shown_page_id, begins_at, ends_at, cancelled_at and cancelled_by.
    private static func takeover(_ rule: String, _ values: String) -> RuleBreak {
        RuleBreak(
            "takeovers: \(rule)",
            """
            INSERT INTO takeovers (created_at, created_by, page_id, shown_page_id, begins_at, ends_at, cancelled_at,
                cancelled_by) VALUES (0, 'x', \(values))
            """)
    }

    private static let takeovers = [
        takeover("check begins_at, ends_at", "1, 2, 10, 10, NULL, NULL"),
        takeover("check page_id, shown_page_id", "1, 1, 10, 20, NULL, NULL"),
        takeover("check cancelled_at, cancelled_by", "1, 2, 10, 20, 5, NULL"),
        takeover("reference page_id to pages", "99, 2, 10, 20, NULL, NULL"),
        takeover("reference shown_page_id to pages", "1, 99, 10, 20, NULL, NULL"),
        RuleBreak("takeovers: reference shown_page_id to pages", "DELETE FROM pages WHERE id = 2"),
        RuleBreak(
            "takeovers: unique id",
            """
            INSERT INTO takeovers (id, page_id, shown_page_id, begins_at, ends_at, created_at, created_by)
            VALUES (1, 1, 2, 10, 20, 0, 'x')
            """),
        RuleBreak(
            "takeovers: trigger INSERT",
            """
            INSERT INTO takeovers (page_id, shown_page_id, begins_at, ends_at, created_at, created_by)
            SELECT page_id, shown_page_id, begins_at + 1, ends_at - 1, 0, 'x' FROM takeovers
            """),
        RuleBreak("takeovers: trigger UPDATE", "UPDATE takeovers SET created_by = 'x'"),
    ]

    private static let feeds = [
        RuleBreak("feeds: check name", "UPDATE feeds SET name = 'Not A Slug'"),
        RuleBreak("feeds: check definition", "UPDATE feeds SET definition = '[]'"),
        RuleBreak("feeds: check revision", "UPDATE feeds SET revision = 0"),
        RuleBreak("feeds: check version", "UPDATE feeds SET version = -1"),
        RuleBreak("feeds: check failures", "UPDATE feeds SET failures = -1"),
        feed("unique id", "1, 'new'"), feed("unique name", "99, 'songs'"),
        RuleBreak("feed_lists: check cards", "UPDATE feed_lists SET cards = '{}'"),
        RuleBreak("feed_lists: check hash", "UPDATE feed_lists SET hash = ?1", .blob([1])),
        RuleBreak("feed_lists: unique feed_id", "INSERT INTO feed_lists SELECT * FROM feed_lists"),
        RuleBreak("feed_lists: reference feed_id to feeds", "UPDATE feed_lists SET feed_id = 99"),
        RuleBreak("feed_log: check outcome", "UPDATE feed_log SET outcome = 'x'"),
        RuleBreak("feed_log: check faults", "UPDATE feed_log SET faults = '{}'"),
        RuleBreak("feed_log: unique id", "INSERT INTO feed_log SELECT * FROM feed_log"),
        RuleBreak("feed_log: reference feed_id to feeds", "UPDATE feed_log SET feed_id = 99"),
    ]

    private static let pictures = [
        RuleBreak("pictures: check hash", "UPDATE pictures SET hash = 'short'"),
        RuleBreak("pictures: check hash", "UPDATE pictures SET hash = ?1", .text(String(repeating: "X", count: 32))),
        RuleBreak("pictures: check format", "UPDATE pictures SET format = 'bmp'"),
        RuleBreak("pictures: check width", "UPDATE pictures SET width = 0"),
        RuleBreak("pictures: check height", "UPDATE pictures SET height = 0"),
        RuleBreak("pictures: check animated", "UPDATE pictures SET animated = 2"),
        RuleBreak("pictures: check bytes", "UPDATE pictures SET bytes = 0"),
        RuleBreak("pictures: check tags", "UPDATE pictures SET tags = '{}'"),
        RuleBreak("pictures: unique id", "INSERT INTO pictures SELECT * FROM pictures"),
        RuleBreak(
            "pictures: unique hash",
            """
            INSERT INTO pictures SELECT id + 1, hash, format, width, height, animated, bytes, name, alt, tags, search,
                created_at, created_by, changed_at, changed_by, uploaded_at FROM pictures
            """),
        RuleBreak("picture_contents: unique picture_id", "INSERT INTO picture_contents SELECT * FROM picture_contents"),
        RuleBreak(
            "picture_contents: reference picture_id to pictures", "UPDATE picture_contents SET picture_id = 99"),
        RuleBreak(
            "block_version_pictures: unique version_id, picture",
            "INSERT INTO block_version_pictures SELECT * FROM block_version_pictures"),
        RuleBreak(
            "block_version_pictures: reference version_id to block_versions",
            "UPDATE block_version_pictures SET version_id = 999999"),
        RuleBreak("tree_pictures: unique tree_id, picture", "INSERT INTO tree_pictures SELECT * FROM tree_pictures"),
        RuleBreak(
            "tree_pictures: reference tree_id to trees",
            "UPDATE tree_pictures SET tree_id = 999999 WHERE tree_id = (SELECT min(tree_id) FROM tree_pictures)"),
    ]

    private static func feed(_ rule: String, _ values: String) -> RuleBreak {
        RuleBreak(
            "feeds: \(rule)",
            """
            INSERT INTO feeds (id, name, definition, revision, changed_at, changed_by, due_at)
            VALUES (\(values), '{}', 1, 0, 'x', 0)
            """)
    }

    private static func credential(_ rule: String, _ values: String, secret: Int = 32) -> RuleBreak {
        RuleBreak(
            "credentials: \(rule)",
            "INSERT INTO credentials (id, kind, name, role, secret, created_at, created_by) VALUES (\(values), ?1, 0, 'x')",
            .blob(Array(repeating: 7, count: secret)))
    }

    private static func session(_ rule: String, _ values: String, hash: UInt8 = 7, length: Int = 32) -> RuleBreak {
        RuleBreak(
            "sessions: \(rule)", "INSERT INTO sessions VALUES (?1, \(values))",
            .blob(Array(repeating: hash, count: length)))
    }

    private static let access = [
        credential("check id", "'', 'token', 'n', 'viewer'"), credential("check kind", "'a', 'x', 'n', 'viewer'"),
        credential("check name", "'a', 'token', '', 'viewer'"), credential("check role", "'a', 'token', 'n', 'king'"),
        credential("check secret", "'a', 'token', 'n', 'viewer'", secret: 31),
        credential("unique id", "'mei', 'token', 'n', 'viewer'"),
        credential("unique name", "'a', 'operator', 'Mei', 'viewer'"),
        session("check hash", "'mei', 0, 0, 1", length: 31), session("check created_at, expires_at", "'mei', 1, 1, 1"),
        session("unique hash", "'mei', 0, 0, 1", hash: 1),
        session("reference operator to credentials", "'nobody', 0, 0, 1"),
        RuleBreak("sessions: reference operator to credentials", "DELETE FROM credentials"),
        RuleBreak("credentials: check pages", "UPDATE credentials SET pages = '[]'"),
        RuleBreak("credentials: check pages", "UPDATE credentials SET pages = 'no json'"),
        group("check id", "'', 'n', 'viewer', '{}'"), group("check name", "'a', '', 'viewer', '{}'"),
        group("check role", "'a', 'n', 'king', '{}'"), group("check pages", "'a', 'n', 'viewer', '[]'"),
        group("check pages", "'a', 'n', 'viewer', 'no json'"), group("unique id", "'team', 'n', 'viewer', '{}'"),
        group("unique name", "'a', 'Team', 'viewer', '{}'"),
        member("reference operator to credentials", "'nobody', 'team'"),
        member("reference group_id to operator_groups", "'mei', 'none'"),
        member("unique operator, group_id", "'mei', 'team'"),
    ]

    private static func group(_ rule: String, _ values: String) -> RuleBreak {
        RuleBreak("operator_groups: \(rule)", "INSERT INTO operator_groups (id, name, role, pages) VALUES (\(values))")
    }

    private static func member(_ rule: String, _ values: String) -> RuleBreak {
        RuleBreak("group_members: \(rule)", "INSERT INTO group_members (operator, group_id) VALUES (\(values))")
    }

    /// - Parameter values: of outcome, before and after.
    private static func line(_ rule: String, _ values: String) -> RuleBreak {
        RuleBreak(
            "audit: \(rule)",
            "INSERT INTO audit (at, actor, action, outcome, before, after) VALUES (0, 'x', 'x', \(values))")
    }

    private static let log = [
        line("check outcome", "'x', NULL, NULL"), line("check before", "'done', 'no json', NULL"),
        line("check after", "'done', NULL, 'no json'"),
        RuleBreak(
            "audit: unique id", "INSERT INTO audit (id, at, actor, action, outcome) VALUES (1, 0, 'x', 'x', 'done')"),
        RuleBreak("audit: trigger UPDATE", "UPDATE audit SET actor = 'x'"),
        RuleBreak("audit: trigger DELETE", "DELETE FROM audit"),
        RuleBreak(
            "idempotency: check key", "INSERT INTO idempotency VALUES ('c', '', ?1, 'null', 0)", .blob([1])),
        RuleBreak(
            "idempotency: check answer", "INSERT INTO idempotency VALUES ('c', 'k', ?1, 'no json', 0)", .blob([1])),
        RuleBreak("idempotency: unique credential, key", "INSERT INTO idempotency SELECT * FROM idempotency"),
    ]
}
