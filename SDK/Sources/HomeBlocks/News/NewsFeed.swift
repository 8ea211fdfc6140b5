/// A section of a news page.
public struct NewsFeed: Sendable, Equatable, Identifiable {
    /// The section's code.
    public let id: String
    /// The heading.
    public let heading: SectionHeading
    /// The items, in display order. One of a kind that this version of the app does not know is left out; the places of
    /// the others are those of the server.
    public let entries: [NewsEntry]

    /// - Throws: ``SectionIssue`` if the section has no list of items, or none of them can be read.
    public init(_ block: Block) throws(SectionIssue) {
        id = block.blockCode
        heading = SectionHeading(block)
        do throws(JSONIssue) {
            let list: [JSONObject] = try block.data("list")
            entries = list.enumerated().compactMap { index, object in
                guard let id: Int = object.take("id"), let kind: String = object.take("kind"),
                    let item = NewsItem(kind: kind, index: index)
                else { return nil }
                return NewsEntry(id: id, blockCode: block.blockCode, item: item)
            }
            guard !entries.isEmpty || list.isEmpty else {
                throw JSONIssue("has no item of a known kind", at: JSONPointer(["extInfo", "list"]))
            }
        } catch {
            throw SectionIssue(blockCode: block.blockCode, issue: error)
        }
    }
}

/// An item of a news page with its identity, which stays when others are put before it.
public struct NewsEntry: Sendable, Hashable, Identifiable {
    /// The identity within the section.
    public let id: Int
    /// The code of its section.
    public let blockCode: String
    /// The kind of the item and its index.
    public let item: NewsItem
}

/// An item of a news page: what it is and where it stands, and nothing else. Its details are requested when it is
/// looked at.
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

    /// The index in the section, from 0.
    public var index: Int {
        switch self {
        case .trailer(let index), .review(let index), .playthrough(let index): index
        }
    }
}
