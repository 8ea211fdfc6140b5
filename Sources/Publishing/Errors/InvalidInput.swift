/// An input that could be read but cannot be taken: what is wrong with it, place by place.
public struct InvalidInput: Sendable, Equatable {
    public var detail: String
    public var faults: [ValidationIssue]
    /// For an order: blocks of the page that it does not name.
    public var missing: [String] = []
    /// For an order: names that are no block of the page.
    public var unknown: [String] = []
    /// For an order: blocks that it names more than once.
    public var duplicate: [String] = []

    public init(_ detail: String, faults: [ValidationIssue] = []) {
        self.detail = detail
        self.faults = faults
    }
}
