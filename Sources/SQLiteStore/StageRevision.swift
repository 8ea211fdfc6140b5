import GRDB
import HomeBlocks
import Publishing

/// What a stage of a page holds now: a stored revision, and for a draft that a planned release has overtaken also what
/// merging that release makes of it, which is not stored yet.
struct StageRevision {
    let row: RevisionRow
    /// The revision that became live, and the outcome of merging it; nil if all is stored.
    private(set) var merged: (source: RevisionRow, outcome: MergeOutcome)?

    var order: OrderState {
        guard let merged else { return row.order }
        return row.order.merged(with: merged.source.order, to: merged.outcome.edit.order)
    }

    func data(_ database: Database) throws -> JSONObject {
        try merged?.outcome.edit.data ?? row.data(database)
    }

    /// One of its blocks.
    func block(_ code: String, _ database: Database) throws -> BlockState? {
        if let merged {
            if merged.outcome.edit.removed.contains(code) { return nil }
            if let block = merged.outcome.edit.put.first(where: { $0.blockCode == code }) {
                return try unsaved(block, from: merged.source, database)
            }
        }
        guard let placement = try row.placement(of: code, database) else { return nil }
        return BlockState(
            try BlockVersionRow.require(placement.version, database), revision: placement.since,
            changedBy: placement.changed.by, changedAt: placement.changed.at)
    }

    /// A block as it will be stored: with the author that storing it gives it.
    private func unsaved(_ block: BlockResource, from source: RevisionRow, _ database: Database) throws -> BlockState {
        let theirs = try source.placement(of: block.blockCode, database)
        if let theirs, try BlockVersionRow.require(theirs.version, database) == block {
            return BlockState(
                block, revision: theirs.since, changedBy: theirs.changed.by, changedAt: theirs.changed.at)
        }
        let last = TreeEntry.later(theirs, try row.placement(of: block.blockCode, database))
        return BlockState(
            block, revision: last?.since ?? source.number, changedBy: (last?.changed ?? source.created).by,
            changedAt: (last?.changed ?? source.created).at)
    }

    /// All its blocks by code.
    func blocks(_ database: Database) throws -> [String: BlockResource] {
        var blocks = try row.placements(database).mapValues { try BlockVersionRow.require($0.version, database) }
        for code in merged?.outcome.edit.removed ?? [] { blocks[code] = nil }
        for block in merged?.outcome.edit.put ?? [] { blocks[block.blockCode] = block }
        return blocks
    }

    /// The revision with its references, as it is told outside.
    func value(of page: PageRow, _ database: Database) throws -> LiveRevision {
        let put = merged?.outcome.edit.put ?? []
        let gone = (merged?.outcome.edit.removed ?? []).union(put.map(\.blockCode))
        return LiveRevision(
            page: page.info, number: row.number, changedBy: row.created.by, changedAt: row.created.at, order: order,
            versions: try row.placements(database).filter { !gone.contains($0.key) }.mapValues(\.version),
            unsaved: put, data: try data(database), nextRelease: nil, release: row.release)
    }
}
