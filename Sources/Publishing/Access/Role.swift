/// What an operator may do. Each role includes the ones before it.
public enum Role: String, Sendable, CaseIterable, Comparable, Codable {
    /// May read everything.
    case viewer
    /// May change drafts.
    case editor
    /// May change what is live, releases and takeovers.
    case publisher
    /// May manage operators, tokens and pages.
    case admin

    public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .editor: 1
        case .publisher: 2
        case .admin: 3
        }
    }
}
