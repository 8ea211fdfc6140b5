public import HomeBlocks

/// Where a block is copied to: the draft of a page.
public struct BlockCopy: Sendable, Equatable {
    public let page: String
    /// The code of the copy; nil is the block's own, or a new one if that is taken.
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

    /// Decides the block that is added.
    ///
    /// - Parameter taken: the codes of the page's live state and draft.
    public func block(of source: BlockResource, taken: Set<String>) -> BlockResource {
        var copy = source
        copy.blockCode = code ?? Identifier.freeCode(like: source.blockCode, taken: taken)
        return copy
    }

    /// There is no page of that name.
    public var noPage: PublishingError {
        let issue = ValidationIssue(JSONPointer(["page"]), "is not the name of a page; GET /pages lists them")
        return .invalid(InvalidInput("The block was not copied: /page \(issue.reason).", issues: [issue]))
    }
}
