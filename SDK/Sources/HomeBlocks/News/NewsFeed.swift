/// A section of a news page.
public struct NewsFeed: Sendable, Equatable, Identifiable {
    /// The section's code.
    public let id: String
    /// The heading.
    public let heading: SectionHeading
    /// The items, in display order. An item of a kind that this version of the app does not know is left out; the
    /// others keep the server's indices.
    public let entries: [NewsEntry]

    /// Reads a section. An item that cannot be read, or of an unknown kind, is left out.
    ///
    /// - Parameters:
    ///   - block: the block of the document.
    ///   - report: called for each item that is left out.
    /// - Throws: ``SectionIssue`` if the section has no list of items, or none of them can be read.
    public init(_ block: Block, report: (SectionIssue) -> Void = { _ in }) throws(SectionIssue) {
        id = block.blockCode
        heading = SectionHeading(block)
        entries = try block.reading(report) { leftOut throws(JSONIssue) in
            try leftOut.inside("extInfo", of: block.json) { data, leftOut throws(JSONIssue) in
                let list: [JSONValue] = try data.require("list")
                let references = ReadableArray(elements: Array(list.enumerated()))
                return try leftOut.cards(of: references, in: "list") { reference, _ throws(JSONIssue) in
                    try NewsEntry(reference.element, at: reference.offset, of: block.blockCode)
                }
            }
        }
    }

    /// Returns the item with an identity, or nil.
    public func item(id: NewsEntry.ID) -> NewsEntry? { entries.first { $0.id == id } }
}

/// An item of a news page. Its identity does not change when items are inserted before it.
public struct NewsEntry: Sendable, Hashable, Identifiable {
    /// The identity within the section: ``itemId``, unless an earlier item has the same one.
    public private(set) var id: Int
    /// The id in the document.
    public let itemId: Int
    /// The code of its section.
    public let blockCode: String
    /// The kind of the item and its index.
    public let item: NewsItem

    init(_ value: JSONValue, at index: Int, of blockCode: String) throws(JSONIssue) {
        let object = try JSONObject.read(value)
        itemId = try object.require("id")
        id = itemId
        self.blockCode = blockCode
        let kind: String = try object.require("kind")
        guard let item = NewsItem(kind: kind, index: index) else {
            throw JSONIssue("is an unknown kind", kind: .unknownValue, at: JSONPointer(["kind"]))
        }
        self.item = item
    }
}

extension NewsEntry: ListElement {
    mutating func setIdentity(_ id: Int) { self.id = id }
}

/// A lightweight reference to an item of a news page: its kind and its index. The details are requested when the item
/// is shown.
///
/// Source: the enumeration in an article on lists with several kinds of cells.
public enum NewsItem: Sendable, Hashable {
    /// A trailer, by its index in the section.
    case trailer(index: Int)
    /// A review, by its index in the section.
    case review(index: Int)
    /// A recording of a playthrough, by its index in the section.
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
