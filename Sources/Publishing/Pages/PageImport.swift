/// A whole page to become the next live revision of a page, with everything that its transaction needs to know.
public struct PageImport: Sendable {
    public let page: String
    public let document: PageDocument
    /// Held against the live revision's tag; a page that is yet to be made matches nothing.
    public let precondition: Precondition
    public let actor: Actor
    public let requestID: String

    public init(
        page: String, document: PageDocument, precondition: Precondition = .none, actor: Actor, requestID: String = ""
    ) {
        self.page = page
        self.document = document
        self.precondition = precondition
        self.actor = actor
        self.requestID = requestID
    }
}
