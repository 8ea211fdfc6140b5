/// An item of a news page: what it is and where it stands, and nothing else. Its details are asked for when it is looked at.
///
/// Source: the enumeration of an article on lists whose cells are of several kinds.
public enum NewsItem: Sendable, Hashable {
    /// A trailer, by its place in the section.
    case trailer(index: Int)
    /// A review, by its place in the section.
    case review(index: Int)
    /// A recording of somebody who plays, by its place in the section.
    case playthrough(index: Int)

    /// - Parameter kind: `trailer`, `review` or `playthrough`; nil for any other.
    init?(kind: String, index: Int) {
        switch kind {
        case "trailer": self = .trailer(index: index)
        case "review": self = .review(index: index)
        case "playthrough": self = .playthrough(index: index)
        default: return nil
        }
    }

    /// Its place in the section, from 0.
    public var index: Int {
        switch self {
        case .trailer(let index), .review(let index), .playthrough(let index): index
        }
    }
}
