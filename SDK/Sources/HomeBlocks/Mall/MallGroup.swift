/// A section of the mall home page with its position.
public struct MallGroup: GroupProvider, Sendable, Equatable, Identifiable {
    public typealias GroupModel = MallGroup

    /// The section's code.
    public let id: String
    /// The content.
    public let content: MallContent
    /// The rank: sections are sorted by ascending rank.
    public var sortIndex: Int

    /// Compares the identity and the content, but not the rank: a section that moved looks the same.
    public static func == (left: MallGroup, right: MallGroup) -> Bool {
        left.id == right.id && left.content == right.content
    }

    /// Creates a section with its content and its rank.
    public init(id: String, content: MallContent, sortIndex: Int) {
        self.id = id
        self.content = content
        self.sortIndex = sortIndex
    }

    /// Reads a section. A card that cannot be read is left out.
    ///
    /// - Parameters:
    ///   - block: the block of the document.
    ///   - sortIndex: the rank.
    ///   - layouts: the app's own layouts.
    ///   - report: called for each card that is left out.
    /// - Throws: ``SectionIssue`` if the data does not match the layout, or if no card can be read.
    public init(
        _ block: Block, sortIndex: Int, layouts: OwnLayouts = .none, report: (SectionIssue) -> Void = { _ in }
    ) throws(SectionIssue) {
        self.init(
            id: block.blockCode, content: try MallContent(block, layouts: layouts, report: report), sortIndex: sortIndex
        )
    }

    /// Inserts the group into a sorted list, replacing its earlier version. The others keep their order. A group
    /// without content is removed instead.
    public func addTo(listMs: inout [MallGroup]) {
        if let index = index(with: self, listMs: listMs) { listMs.remove(at: index) }
        guard !content.isEmpty else { return }
        let place = listMs.firstIndex { ($0.sortIndex, $0.id) > (sortIndex, id) } ?? listMs.count
        listMs.insert(self, at: place)
    }
}

/// Inserts a group into a list of groups, replacing its earlier version if the list has one.
///
/// Source: the protocol of the same name in an article on long home pages. Here, identity (`id`) and content (`==`) are
/// separate, and a group that is not in the list has no index.
public protocol GroupProvider {
    /// The element of the list.
    associatedtype GroupModel: Identifiable

    /// Returns whether the list lacks the group.
    func isNeedAppend(with current: GroupModel, listMs: [GroupModel]) -> Bool

    /// Returns the index of the group in the list, or nil if the list lacks it.
    func index(with current: GroupModel, listMs: [GroupModel]) -> Int?
}

extension GroupProvider {
    public func isNeedAppend(with current: GroupModel, listMs: [GroupModel]) -> Bool {
        index(with: current, listMs: listMs) == nil
    }

    public func index(with current: GroupModel, listMs: [GroupModel]) -> Int? {
        listMs.firstIndex { $0.id == current.id }
    }
}
