/// A problem with the content of a database.
public enum StoreIssue: Sendable, Equatable, CustomStringConvertible {
    case order(page: String, revision: Int)
    case blockVersion(page: String, block: String, version: Int64)
    /// The stored list of a feed is corrupt.
    case feedList(String)
    /// The bytes of a picture differ from the upload, or are missing.
    case picture(String)
    case datedAhead(Instant)
    case unnameableBlock(String)
    /// The draft cannot be merged with the live revision, for a reason.
    case stuckDraft(live: Int, reason: String)

    public var description: String {
        switch self {
        case .order(let page, let revision):
            "\(page), revision \(revision): its order does not contain each block exactly once"
        case .blockVersion(let page, let block, let version):
            "\(page), block \(block): its version \(version) is corrupt"
        case .feedList(let feed): "the feed \(feed): its list is corrupt; a refresh replaces it"
        case .picture(let id):
            "the picture \(id): its content is corrupt or missing; delete it, or restore a backup"
        case .datedAhead(let last):
            "its last change is dated \(last.rfc3339), ahead of this machine's clock: until then nothing can be "
                + "planned, and anything planned for before then is already shown. check --repair corrects the date"
        case .unnameableBlock(let code):
            "the code of the block \"\(code)\" cannot be used in a URL; check --repair renames it"
        case .stuckDraft(let live, let reason):
            "cannot be merged with revision \(live) (\(reason)). check --repair keeps its content unchanged; "
                + "discarding it works too"
        }
    }

    /// The messages of an error about content that is unreadable or invalid, a line each.
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

/// The result of checking a whole database.
public struct DatabaseReport: Sendable {
    /// A line for each page without problems.
    public var pages: [String] = []
    /// What could not be checked, and why; nil if everything was.
    public var note: String?
    /// All problems, a line each.
    public var issues: [String] = []
    /// Warnings about valid content, a line each.
    public var warnings: [String] = []

    public init() {}

    /// Notes that a database with another schema version was only partly checked.
    ///
    /// - Parameter pages: the pages by slug, each with its live revision.
    public mutating func noteSchema(
        _ version: Int, current: Int, pages: [(slug: String, revision: Int?)]
    ) {
        self.pages = pages.map { slug, revision in
            "\(slug): \(revision.map { "revision \($0)" } ?? "nothing live")"
        }
        note =
            "Its schema version is \(version), this program's is \(current): pages and references were checked, but "
            + "not contents. Starting the server, or migrate, updates it."
    }
}
