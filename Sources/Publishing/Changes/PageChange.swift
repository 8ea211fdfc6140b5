/// An operation on one stage of a page.
public struct PageChange: Sendable {
    public let page: String
    public let stage: Stage
    public let operation: PageOperation
    /// Validate and answer what would be, but write nothing.
    public let isDryRun: Bool

    public init(_ page: String, _ stage: Stage = .live, _ operation: PageOperation, isDryRun: Bool = false) {
        self.page = page
        self.stage = stage
        self.operation = operation
        self.isDryRun = isDryRun
    }
}
