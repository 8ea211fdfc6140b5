/// A whole page to become the next live revision of a page, with everything that its transaction needs to know.
public struct PageImport: Sendable {
    public let page: String
    public let document: PageDocument
    public let actor: Actor
    public let requestID: String

    public init(page: String, document: PageDocument, actor: Actor, requestID: String = "") {
        self.page = page
        self.document = document
        self.actor = actor
        self.requestID = requestID
    }
}
