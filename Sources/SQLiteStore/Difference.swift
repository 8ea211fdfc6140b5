import GRDB
import HomeBlocks
import Publishing

/// Compares and merges revisions of one page.
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

    /// What separates a revision from a stage, of which some may not be stored yet.
    func between(_ old: RevisionRow, _ stage: StageRevision, _ database: Database) throws -> RevisionDifference {
        guard stage.merged != nil else { return try between(old, stage.row, database) }
        let was = try old.placements(database)
        let has = try stage.blocks(database)
        let blocks = try Set(was.keys).union(has.keys).compactMap { code -> RevisionDifference.Block? in
            let own = try was[code].map { try BlockVersionRow.require($0.version, database) }
            return own == has[code] ? nil : RevisionDifference.Block(code, old: own, new: has[code])
        }
        return RevisionDifference(
            oldOrder: old.order.order, newOrder: stage.order.order, blocks: blocks, oldData: try old.data(database),
            newData: try stage.data(database))
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

    /// Merges the step from one revision to another into a third.
    func merge(
        from old: RevisionRow?, to new: RevisionRow, into target: RevisionRow, preferring preference: MergePreference,
        _ database: Database
    ) throws -> MergeOutcome {
        try merge(try between(old, new, database), into: target, preferring: preference, database)
    }

    func merge(
        _ step: RevisionDifference, into target: RevisionRow, preferring preference: MergePreference,
        _ database: Database
    ) throws -> MergeOutcome {
        let placements = try target.placements(database)
        var blocks: [String: BlockResource] = [:]
        for block in step.blocks {
            blocks[block.code] = try placements[block.code].map { try BlockVersionRow.require($0.version, database) }
        }
        return step.merged(
            into: MergeTarget(
                page: page.info, order: target.order.order, layouts: placements.mapValues(\.showType),
                size: placements.values.reduce(0) { $0 + $1.size }, blocks: blocks,
                data: try target.data(database), catalog: catalog), preferring: preference)
    }
}
