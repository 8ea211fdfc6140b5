/// A whole page to become the next live revision of a page.
public struct PageImport: Sendable {
    /// Why a page gets a document, for its history.
    public enum Cause: String, Sendable {
        case `import`
        case create
    }

    public let page: String
    public let document: PageDocument
    /// Whether it is only tried.
    public let isDryRun: Bool

    public init(page: String, document: PageDocument, isDryRun: Bool = false) {
        self.page = page
        self.document = document
        self.isDryRun = isDryRun
    }

    /// Checks the name of the page. Whoever makes a page by it must be an admin.
    ///
    /// - Returns: the role that it needs besides the one that the request was allowed with.
    public func neededRole(isNew: Bool) throws(PublishingError) -> Role? {
        guard Identifier.isSlug(page) else {
            throw .invalid(InvalidInput("A page's slug must be \(Identifier.slugRule)."))
        }
        return isNew ? .admin : nil
    }

    /// Decides an import: what it makes of the page's live content.
    ///
    /// - Parameters:
    ///   - known: the page; nil if it is new.
    ///   - live: its live revision, if there is one.
    public func edit(
        _ known: PageInfo?, live: RevisionIdentity?, order: [String], if precondition: Precondition,
        _ catalog: BlockTypeCatalog
    ) throws(PublishingError) -> SnapshotEdit {
        try document.validate(catalog, client: known == nil ? document.client : known?.client)
        try RevisionIdentity.check(live, precondition)
        return SnapshotEdit(
            order: document.order, put: document.blocks, removed: Set(order).subtracting(document.order),
            data: document.data)
    }

    /// The page that it makes if there is none.
    public var newPage: PageInfo { PageInfo(slug: page, title: document.title ?? page, client: document.client) }
}

/// The revision that an import made live, and what that meant to the other states of the page.
public struct ImportOutcome: Sendable {
    public let revision: LiveRevision
    public let carried: [PropagatedChange]

    public init(revision: LiveRevision, carried: [PropagatedChange] = []) {
        self.revision = revision
        self.carried = carried
    }
}
