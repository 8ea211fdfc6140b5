/// Which of a page's two states is meant.
public enum Stage: String, Sendable, CaseIterable {
    /// What clients get now.
    case live
    /// What operators are preparing. A page without a draft has its live state as one.
    case draft

    /// What changing it needs.
    public var role: Role { self == .live ? .publisher : .editor }
}

/// An operation on one stage of a page.
public struct PageChange: Sendable {
    public let page: String
    public let stage: Stage
    public let operation: PageOperation
    /// Whether it is validated and its outcome returned, but nothing is stored.
    public let isDryRun: Bool

    public init(_ page: String, _ stage: Stage = .live, _ operation: PageOperation, isDryRun: Bool = false) {
        self.page = page
        self.stage = stage
        self.operation = operation
        self.isDryRun = isDryRun
    }
}
