/// A whole page to become the next live revision of a page.
public struct PageImport: Sendable {
    public let page: String
    public let document: PageDocument
    /// Whether it is only tried.
    public let isDryRun: Bool

    public init(page: String, document: PageDocument, isDryRun: Bool = false) {
        self.page = page
        self.document = document
        self.isDryRun = isDryRun
    }
}
