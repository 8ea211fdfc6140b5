/// A whole page to become the next live revision of a page.
public struct PageImport: Sendable {
    public let page: String
    public let document: PageDocument

    public init(page: String, document: PageDocument) {
        self.page = page
        self.document = document
    }
}
