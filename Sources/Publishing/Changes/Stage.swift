/// Which of a page's two states is meant.
public enum Stage: String, Sendable, CaseIterable {
    /// What clients get now.
    case live
    /// What operators are preparing. A page without a draft has its live state as one.
    case draft

    /// What changing it needs.
    public var role: Role { self == .live ? .publisher : .editor }
}
