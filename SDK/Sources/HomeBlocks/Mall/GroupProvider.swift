/// Puts a group into a list of groups: in place of its earlier version if the list has one.
///
/// Source: the protocol of the same name of an article on long home pages. Which group it is (`id`) and what it shows
/// (`==`) are kept apart here, and a group that is not in the list has no index.
public protocol GroupProvider {
    /// What the list consists of.
    associatedtype GroupModel: Identifiable

    /// Whether the list lacks the group.
    func isNeedAppend(with current: GroupModel, listMs: [GroupModel]) -> Bool

    /// Where in the list the group is, or nil if it is not there.
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
