public import HomeBlocks

/// The blocks and the page-level fields of revisions. A tree never changes; revisions that differ only in their order
/// share one.
public struct PageTree: Sendable {
    /// The version of each block, by code.
    public let entries: [String: TreeEntry]
    public let data: JSONObject
    /// The stored parts of the tree by number; trees share equal ones. Empty if a change adds the tree.
    public let subtrees: [Int: Int64]
    /// The layout of each block.
    public let layouts: [String: String]
    /// The size of its blocks in an export, in bytes.
    public let size: Int

    public init(entries: [String: TreeEntry] = [:], data: JSONObject = [:], subtrees: [Int: Int64] = [:]) {
        self.init(
            entries: entries, data: data, subtrees: subtrees, layouts: entries.mapValues(\.showType),
            size: entries.values.reduce(0) { $0 + $1.size })
    }

    private init(
        entries: [String: TreeEntry], data: JSONObject, subtrees: [Int: Int64], layouts: [String: String], size: Int
    ) {
        self.entries = entries
        self.data = data
        self.subtrees = subtrees
        self.layouts = layouts
        self.size = size
    }

    /// Returns a tree with some entries added or replaced, and some removed.
    func changed(adding added: [(code: String, entry: TreeEntry)], removing removed: Set<String>, data: JSONObject)
        -> PageTree
    {
        var (entries, layouts, size) = (entries, layouts, size)
        for code in removed {
            size -= entries.removeValue(forKey: code)?.size ?? 0
            layouts[code] = nil
        }
        for (code, entry) in added {
            size += entry.size - (entries.updateValue(entry, forKey: code)?.size ?? 0)
            layouts[code] = entry.showType
        }
        return PageTree(entries: entries, data: data, subtrees: [:], layouts: layouts, size: size)
    }

    /// Returns the tree as stored.
    ///
    /// - Parameter versions: the stored ids of the block versions that the change added, by their ids in the change.
    public func stored(as subtrees: [Int: Int64], _ versions: [BlockVersionID: BlockVersionID]) -> PageTree {
        var entries = entries
        if !versions.isEmpty {
            entries = entries.mapValues { entry in versions[entry.version].map(entry.with(version:)) ?? entry }
        }
        return PageTree(entries: entries, data: data, subtrees: subtrees, layouts: layouts, size: size)
    }
}

extension TreeEntry {
    fileprivate func with(version: BlockVersionID) -> TreeEntry {
        TreeEntry(version: version, showType: showType, size: size, since: since, changed: changed)
    }
}
