/// One of a page's two states.
public enum Stage: String, Sendable, CaseIterable {
    /// The state that clients receive.
    case live
    /// The state that operators are preparing. For a page without a draft it is the live state.
    case draft

    /// The role that is required to change the stage.
    public var role: Role { self == .live ? .publisher : .editor }
}

/// An operation on one stage of a page.
public struct PageChange: Sendable {
    public let page: String
    public let stage: Stage
    public let operation: PageOperation
    /// Whether to validate the operation and return its outcome without storing anything.
    public let isDryRun: Bool

    public init(_ page: String, _ stage: Stage = .live, _ operation: PageOperation, isDryRun: Bool = false) {
        self.page = page
        self.stage = stage
        self.operation = operation
        self.isDryRun = isDryRun
    }
}
