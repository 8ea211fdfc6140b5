/// A section of the mall home page and its place.
public struct MallGroup: GroupProvider, Sendable, Equatable, Identifiable {
    public typealias GroupModel = MallGroup

    /// The section's code.
    public let id: String
    /// The content.
    public let content: MallContent
    /// Its rank: sections stand by rising rank.
    public var sortIndex: Int

    /// Whether it is the same section and shows the same. Its rank does not count: a section that is elsewhere looks as
    /// it did.
    public static func == (left: MallGroup, right: MallGroup) -> Bool {
        left.id == right.id && left.content == right.content
    }

    /// A section with its content and its rank.
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
    ///   - report: is called for each card that is left out.
    /// - Throws: ``SectionIssue`` if the data are not what the layout says, or if no card can be read.
    public init(
        _ block: Block, sortIndex: Int, layouts: OwnLayouts = .none, report: (SectionIssue) -> Void = { _ in }
    ) throws(SectionIssue) {
        self.init(
            id: block.blockCode, content: try MallContent(block, layouts: layouts, report: report), sortIndex: sortIndex
        )
    }

    /// Puts the group into a list that is in order, in place of its earlier version. The others keep their order; a
    /// group with nothing to show is taken out instead.
    public func addTo(listMs: inout [MallGroup]) {
        if let index = index(with: self, listMs: listMs) { listMs.remove(at: index) }
        guard !content.isEmpty else { return }
        let place = listMs.firstIndex { ($0.sortIndex, $0.id) > (sortIndex, id) } ?? listMs.count
        listMs.insert(self, at: place)
    }
}

/// Puts a group into a list of groups: in place of its earlier version if the list has one.
///
/// Source: the protocol of the same name of an article on long home pages. Which group it is (`id`) and what it shows
/// (`==`) are kept apart here, and a group that is not in the list has no index.
public protocol GroupProvider {
    /// The element of the list.
    associatedtype GroupModel: Identifiable

    /// Whether the list lacks the group.
    func isNeedAppend(with current: GroupModel, listMs: [GroupModel]) -> Bool

    /// The index of the group in the list, or nil if it is not there.
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
