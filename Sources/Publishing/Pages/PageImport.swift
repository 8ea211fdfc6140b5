import HomeBlocks

/// A whole page that becomes the next revision or the draft of a page, or a part that is appended to it.
public struct PageImport: Sendable {
    /// Why a document was made live, for the page's history.
    public enum Cause: String, Sendable {
        case `import`
        case create
    }

    /// The client family of a page that an import creates.
    public enum ClientChoice: Sendable, Equatable {
        /// The document's own family. A reply has none, so it is inferred from the layouts.
        case inferred
        /// A given family, or none.
        case named(ClientFamily?)

        /// Reads `netease` or `none`; nil for another text.
        public init?(_ text: String) {
            guard text != "none" else {
                self = .named(nil)
                return
            }
            guard let client = ClientFamily(rawValue: text) else { return nil }
            self = .named(client)
        }

        public static let rule = "must be netease, or none"
    }

    public let page: String
    public let document: PageDocument
    public let client: ClientChoice
    /// Whether the document's blocks are appended to those of the page, which keeps its own fields.
    public let isAppended: Bool
    /// Whether the import is a dry run.
    public let isDryRun: Bool
    /// The stage that the document becomes: live at once, or the draft of an existing page.
    public let stage: Stage
    /// Whether replacing a draft requires its ETag.
    public let requiresMatch: Bool

    public init(
        page: String, document: PageDocument, client: ClientChoice = .inferred, isAppended: Bool = false,
        isDryRun: Bool = false, stage: Stage = .live, requiresMatch: Bool = false
    ) {
        self.page = page
        self.document = document
        self.client = client
        self.isAppended = isAppended
        self.isDryRun = isDryRun
        self.stage = stage
        self.requiresMatch = requiresMatch
    }

    /// Checks the page's slug. Only admins may create a page.
    ///
    /// - Returns: the role that the import requires in addition to the one that the request was authorized with.
    public func requiredRole(isNew: Bool) throws(PublishingError) -> Role? {
        guard Identifier.isSlug(page) else {
            throw .invalid(InvalidInput("A page's slug must be \(Identifier.slugRule)."))
        }
        return isNew ? .admin : nil
    }

    /// Checks that the import may change the page's draft. A page without a draft has no ETag to require.
    public func checkDraft(_ draft: Draft?, live: Int, if precondition: Precondition) throws(PublishingError) {
        if precondition == .none {
            guard draft == nil || !requiresMatch else { throw .preconditionRequired }
        } else {
            _ = try Draft.require(draft, of: page, live: live, if: precondition)
        }
    }

    /// Computes the edit of the page's live content.
    ///
    /// - Parameters:
    ///   - known: the page; nil if it is new.
    ///   - live: the page's live revision, if there is one.
    ///   - order: the codes of the page's live blocks.
    ///   - present: the page's live content, if the import is appended to it.
    ///   - audiences: the named audiences by name; nil if the document was stored here and its audiences stay
    ///     unchanged.
    /// - Returns: the edit, the audiences that differ from the ones with these names here, and the replaced values.
    public func edit(
        _ known: PageInfo?, live: RevisionIdentity?, order: [String], present: PageDocument? = nil,
        audiences: [String: Audience]? = nil, if precondition: Precondition, _ catalog: BlockTypeCatalog
    ) throws(PublishingError) -> (edit: SnapshotEdit, foreign: [ForeignAudience], changes: [ImportChange]) {
        var (document, foreign) = (document, [ForeignAudience]())
        if let audiences { foreign = try document.fillAudiences(audiences, catalog.attributes) }
        let client = try family(of: known, catalog)
        let changes = document.adapt(catalog, client: client)
        var whole = document
        if isAppended {
            guard let present else { throw Self.nothingToAppendTo(page) }
            whole = present.appending(document, catalog)
        }
        try whole.validate(catalog, client: client)
        try RevisionIdentity.check(live, precondition)
        let edit = SnapshotEdit(
            order: whole.order, put: document.blocks,
            removed: isAppended ? [] : Set(order).subtracting(document.order),
            data: isAppended ? nil : document.data)
        return (edit, foreign, changes)
    }

    /// The page that the import creates if it does not exist.
    public func newPage(_ catalog: BlockTypeCatalog) throws(PublishingError) -> PageInfo {
        PageInfo(slug: page, title: document.title ?? page, client: try family(of: nil, catalog))
    }

    /// The client family that the page has after the import.
    private func family(of known: PageInfo?, _ catalog: BlockTypeCatalog) throws(PublishingError) -> ClientFamily? {
        switch (known, client) {
        case (nil, .named(let client)): return client
        case (nil, .inferred): return document.client ?? document.inferredClient(catalog)
        case (let known?, .named(let client)): try Self.check(client, of: known, at: JSONPointer(["client"]))
        case (let known?, .inferred):
            guard let client = document.client else { break }
            try Self.check(client, of: known, at: JSONPointer(["page", "client"]))
        }
        return known?.client
    }

    /// Checks that the family that an import names is the page's.
    private static func check(
        _ client: ClientFamily?, of page: PageInfo, at pointer: JSONPointer
    ) throws(PublishingError) {
        guard client != page.client else { return }
        let reason =
            "is \(client?.rawValue ?? "none"), but the page's family of apps is \(page.client?.rawValue ?? "none"), "
            + "which an import cannot change; leave it out"
        try [ValidationIssue(pointer, reason)].refuse("page")
    }

    private static func nothingToAppendTo(_ page: String) -> PublishingError {
        .notFound("The page \"\(page.prefix(64))\" does not exist. Import the first part without appending.")
    }
}

extension ChangeOutcome {
    /// The maximum number of changes that the response lists.
    private static var maximumChanges: Int { 1000 }

    /// The outcome of an import.
    ///
    /// - Parameters:
    ///   - revision: the revision that became live or the draft.
    ///   - isNew: whether the import created the page.
    ///   - draft: the new draft; nil if it equals live and was removed, or if the import changed live.
    ///   - foreign: the audiences that differ from the ones with these names here.
    ///   - changes: the replaced values.
    init(
        importing revision: LiveRevision, isNew: Bool, stage: Stage, draft: DraftState? = nil,
        propagated: [PropagatedChange], foreign: [ForeignAudience], changes: [ImportChange]
    ) {
        let data: JSONObject = [
            "page": .string(revision.page.slug), "new": .bool(isNew), "revision": JSONValue(revision.number),
            "stage": .string((draft == nil ? Stage.live : .draft).rawValue),
            "client": revision.page.client.map { .string($0.rawValue) } ?? .null,
            "order": .array(revision.order.order.map { .string($0) }), "audiences": .array(foreign.map(\.json)),
            "changes": .array(changes.prefix(Self.maximumChanges).map(\.json)), "changeCount": JSONValue(changes.count),
        ]
        self.init(data, tag: stage == .live ? revision.tag : draft?.differenceTag, propagated: propagated)
    }
}
