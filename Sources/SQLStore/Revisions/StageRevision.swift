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

    func data(_ database: any SQLDatabase) throws -> JSONObject {
        try merged?.outcome.edit.data ?? database.data(of: row)
    }

    /// One of its blocks.
    func block(_ code: String, _ database: any SQLDatabase) throws -> BlockState? {
        if let merged {
            if merged.outcome.edit.removed.contains(code) { return nil }
            if let block = merged.outcome.edit.put.first(where: { $0.blockCode == code }) {
                return try unsaved(block, from: merged.source, database)
            }
        }
        return try database.blockState(code, of: row)
    }

    /// A block as it will be stored: with the author that storing it gives it.
    private func unsaved(
        _ block: BlockResource, from source: RevisionRow, _ database: any SQLDatabase
    ) throws -> BlockState {
        let theirs = try database.entry(of: block.blockCode, in: source)
        let isSource = try theirs.map { try database.requireBlock($0.version) == block } ?? false
        let own = isSource ? nil : try database.entry(of: block.blockCode, in: row)
        let (since, changed) =
            TreeEntry.authorship(merging: theirs, into: own, isSource: isSource) ?? (source.number, source.created)
        return BlockState(block, revision: since, changedBy: changed.by, changedAt: changed.at)
    }

    /// All its blocks by code.
    func blocks(_ database: any SQLDatabase) throws -> [String: BlockResource] {
        var blocks = try database.entries(of: row).mapValues { try database.requireBlock($0.version) }
        for code in merged?.outcome.edit.removed ?? [] { blocks[code] = nil }
        for block in merged?.outcome.edit.put ?? [] { blocks[block.blockCode] = block }
        return blocks
    }

    /// The revision with references to its stored blocks, and with those that are not stored yet.
    func liveRevision(of page: PageRow, _ database: any SQLDatabase) throws -> LiveRevision {
        let put = merged?.outcome.edit.put ?? []
        let gone = (merged?.outcome.edit.removed ?? []).union(put.map(\.blockCode))
        return LiveRevision(
            page: page.info, number: row.number, changedBy: row.created.by, changedAt: row.created.at, order: order,
            versions: try database.entries(of: row).filter { !gone.contains($0.key) }.mapValues(\.version),
            unsaved: put, data: try data(database), nextRelease: nil, release: row.release)
    }
}
