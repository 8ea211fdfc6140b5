/// Something that is wrong in the content of a database.
public enum StoreIssue: Sendable, Equatable, CustomStringConvertible {
    case order(page: String, revision: Int)
    case blockVersion(page: String, block: String, version: Int64)
    /// The last good list of a feed is not what was stored.
    case feedList(String)
    /// The bytes of a picture are not what was uploaded, or missing.
    case picture(String)
    case datedAhead(Instant)
    case unnameableBlock(String)
    /// The draft cannot be brought up to the live revision, for a reason.
    case stuckDraft(live: Int, reason: String)

    public var description: String {
        switch self {
        case .order(let page, let revision): "\(page), revision \(revision): its order does not name each block once"
        case .blockVersion(let page, let block, let version):
            "\(page), block \(block): its version \(version) is not what was stored"
        case .feedList(let feed): "the feed \(feed): its list is not what was stored; a refresh brings it again"
        case .picture(let id):
            "the picture \(id): its bytes are not what was uploaded; delete it, or restore a backup"
        case .datedAhead(let last):
            "its last change is dated \(last.rfc3339), ahead of this machine's clock: until then nothing can be planned, "
                + "and what is planned for before shows already. check --repair dates it back"
        case .unnameableBlock(let code): "no URL can name the block \"\(code)\"; check --repair renames it"
        case .stuckDraft(let live, let reason):
            "cannot be brought up to revision \(live) (\(reason)). check --repair keeps its content as it is; "
                + "discarding it works too"
        }
    }

    /// What an error says of the content that could not be read or is not valid, a line each.
    public static func lines(_ error: any Error) -> [String] {
        switch error as? PublishingError {
        case .invalid(let input) where !input.issues.isEmpty: input.issues.map { "\($0.pointer) \($0.reason)" }
        case .invalid(let input): [input.detail]
        case .notFound(let text), .internalError(let text), .conflict(let text): [text]
        case .unavailable(let reason): [reason.message]
        default: ["it cannot be read: \(error)"]
        }
    }
}

/// What a check of a whole database found.
public struct DatabaseReport: Sendable {
    /// A line for each page that is as it must be.
    public var pages: [String] = []
    /// What could not be checked, and why; nil if all was.
    public var note: String?
    /// Everything that is wrong, a line each.
    public var issues: [String] = []
    /// What operators should know although nothing is wrong, a line each.
    public var warnings: [String] = []

    public init() {}

    /// Notes that a database of another schema version was checked in part only.
    ///
    /// - Parameter pages: the pages by slug, each with its live revision.
    public mutating func noteSchema(
        _ version: Int, current: Int, pages: [(slug: String, revision: Int?)]
    ) {
        self.pages = pages.map { slug, revision in
            "\(slug): \(revision.map { "revision \($0)" } ?? "nothing live")"
        }
        note =
            "Its schema has version \(version), this program's is \(current): pages and references were checked, "
            + "contents were not. A start, or migrate, brings it up to date."
    }
}
