import GRDB
import HomeBlocks
import Publishing

/// Compares and carries revisions of one page.
struct Difference {
    let page: PageRow
    let catalog: BlockTypeCatalog

    /// What separates two revisions; nil stands for an empty page.
    func between(_ old: RevisionRow?, _ new: RevisionRow, _ database: Database) throws -> RevisionDifference {
        let isSameTree = old?.treeID == new.treeID
        let (was, has) =
            isSameTree ? ([:], [:]) : (try old?.placements(database) ?? [:], try new.placements(database))
        let codes = Set(was.keys).union(has.keys).filter { was[$0]?.version != has[$0]?.version }
        let blocks = try codes.map { code in
            RevisionDifference.Block(
                code, old: try was[code].map { try BlockVersionRow.require($0.version, database) },
                new: try has[code].map { try BlockVersionRow.require($0.version, database) })
        }
        return RevisionDifference(
            oldOrder: old?.order.order ?? [], newOrder: new.order.order, blocks: blocks,
            oldData: isSameTree ? [:] : try old?.data(database) ?? [:],
            newData: isSameTree ? [:] : try new.data(database))
    }

    /// Which blocks a revision changed, without reading them.
    func summary(_ old: RevisionRow, _ new: RevisionRow, _ database: Database) throws -> ChangeSummary {
        var changed: [String] = []
        if old.treeID != new.treeID {
            let (was, has) = (try old.placements(database), try new.placements(database))
            changed = has.keys.filter { was[$0]?.version != has[$0]?.version }
        }
        return ChangeSummary(oldOrder: old.order.order, newOrder: new.order.order, changed: changed)
    }

    /// Makes a difference in another revision.
    func carry(
        _ difference: RevisionDifference, onto target: RevisionRow, preferring preference: MergePreference,
        _ database: Database
    ) throws -> (edit: SnapshotEdit, conflicts: [CarriedChange.Conflict]) {
        let placements = try target.placements(database)
        var blocks: [String: BlockResource] = [:]
        for block in difference.blocks {
            blocks[block.code] = try placements[block.code].map { try BlockVersionRow.require($0.version, database) }
        }
        return difference.carried(
            onto: CarryTarget(
                page: page.info, order: target.order.order, layouts: placements.mapValues(\.showType), blocks: blocks,
                data: try target.data(database), catalog: catalog), preferring: preference)
    }
}
