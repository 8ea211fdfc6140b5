import HomeBlocks
import Publishing

/// Loads what it takes to compare and merge revisions of one page.
struct RevisionComparison {
    let page: PageRow
    let catalog: BlockTypeCatalog
    let database: any SQLDatabase

    /// What separates two revisions; nil stands for an empty page.
    func difference(_ old: RevisionRow?, _ new: RevisionRow) throws -> RevisionDifference {
        let isSameTree = old?.treeID == new.treeID
        let (was, has) = isSameTree ? ([:], [:]) : (try entries(old), try entries(new))
        let codes = Set(was.keys).union(has.keys).filter { was[$0]?.version != has[$0]?.version }
        let blocks = try codes.map { code in
            RevisionDifference.Block(code, old: try block(was[code]), new: try block(has[code]))
        }
        return RevisionDifference(
            oldOrder: old?.order.order ?? [], newOrder: new.order.order, blocks: blocks,
            oldData: isSameTree ? [:] : try old.map { try database.data(of: $0) } ?? [:],
            newData: isSameTree ? [:] : try database.data(of: new))
    }

    /// What separates a revision from a stage, of which some may not be stored yet.
    func difference(_ old: RevisionRow, _ stage: StageRevision) throws -> RevisionDifference {
        guard stage.merged != nil else { return try difference(old, stage.row) }
        let was = try entries(old)
        let has = try stage.blocks(database)
        let blocks = try Set(was.keys).union(has.keys).compactMap { code -> RevisionDifference.Block? in
            let own = try block(was[code])
            return own == has[code] ? nil : RevisionDifference.Block(code, old: own, new: has[code])
        }
        return RevisionDifference(
            oldOrder: old.order.order, newOrder: stage.order.order, blocks: blocks,
            oldData: try database.data(of: old), newData: try stage.data(database))
    }

    /// Which blocks a revision changed, without reading them.
    func summary(_ old: RevisionRow, _ new: RevisionRow) throws -> ChangeSummary {
        var changed: [String] = []
        if old.treeID != new.treeID {
            let (was, has) = (try entries(old), try entries(new))
            changed = has.keys.filter { was[$0]?.version != has[$0]?.version }
        }
        return ChangeSummary(oldOrder: old.order.order, newOrder: new.order.order, changed: changed)
    }

    /// Merges a difference into a revision.
    func merge(
        _ difference: RevisionDifference, into target: RevisionRow, because cause: PropagationCause
    ) throws -> MergeOutcome {
        let entries = try entries(target)
        var blocks: [String: BlockResource] = [:]
        for block in difference.blocks { blocks[block.code] = try self.block(entries[block.code]) }
        let target = MergeTarget(
            page: page.info, order: target.order.order, entries: entries, blocks: blocks,
            data: try database.data(of: target), catalog: catalog)
        return difference.merged(into: target, preferring: cause.preference)
    }

    /// What makes some of the changes of a difference in the revision that it begins with.
    func edit(
        _ old: RevisionRow, making selection: ChangeSelection, of difference: RevisionDifference
    ) throws -> SnapshotEdit {
        difference.edit(making: selection, layouts: try entries(old).mapValues(\.showType), catalog: catalog)
    }

    private func entries(_ revision: RevisionRow?) throws -> [String: TreeEntry] {
        try revision.map { try database.entries(of: $0) } ?? [:]
    }

    private func block(_ entry: TreeEntry?) throws -> BlockResource? {
        try entry.map { try database.requireBlock($0.version) }
    }
}
