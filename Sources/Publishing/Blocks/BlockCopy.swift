public import HomeBlocks

/// The destination of a copied block: the draft of a page.
public struct BlockCopy: Sendable, Equatable {
    public let page: String
    /// The code of the copy; nil for the code of the original, or for a new one if that is in use.
    public let code: String?
    public let isDryRun: Bool

    public init(page: String, code: String? = nil, isDryRun: Bool = false) {
        self.page = page
        self.code = code
        self.isDryRun = isDryRun
    }

    /// Reads a body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue, isDryRun: Bool = false) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["page", "blockCode"])
        reader.require("page")
        let page = reader.slug("page")
        code = reader.text("blockCode", Identifier.codeRule, where: Identifier.isCode)
        self.page = try reader.finish("The block was not copied", page)
        self.isDryRun = isDryRun
    }

    /// Returns the block to add.
    ///
    /// - Parameter taken: the codes in the page's live revision and draft.
    public func block(of source: BlockResource, taken: Set<String>) -> BlockResource {
        var copy = source
        copy.blockCode = code ?? Identifier.freeCode(like: source.blockCode, taken: taken)
        return copy
    }

    /// Checks that an actor may edit the page to which the block is copied.
    public func check(of actor: Actor) throws(PublishingError) {
        guard actor.rights.include(page) else { throw noPage }
        try actor.checkRights(.editor, on: .page(page))
    }

    /// The error for an unknown page, or one that the actor may not know of.
    public var noPage: PublishingError {
        let issue = ValidationIssue(JSONPointer(["page"]), "is not the name of a page; GET /pages lists them")
        return .invalid(InvalidInput("The block was not copied: /page \(issue.reason).", issues: [issue]))
    }
}
