import HomeBlocks
import Publishing

/// A stage of a page for reading. Its content is loaded when it is needed.
struct InspectedStage {
    let row: PageRow
    let page: LoadedPage
    let preview: StagePreview
    let session: ChangeSession
    let database: any SQLTransaction

    var order: OrderState { preview.revision.order }

    /// One of its blocks.
    func block(_ code: String) throws -> BlockState? {
        guard let tree = preview.unsavedTree else { return try database.blockState(code, of: preview.revision) }
        guard let entry = tree.entries[code] else { return nil }
        return BlockState(
            try preview.unsavedBlocks[entry.version] ?? database.requireBlock(entry.version), revision: entry.since,
            changedBy: entry.changed.by, changedAt: entry.changed.at)
    }

    /// The revision with references to its stored blocks, and with the blocks that are not stored yet.
    func liveRevision() throws -> LiveRevision {
        let (stored, tree) = (preview.stored, try preview.unsavedTree ?? database.tree(of: preview.revision))
        return LiveRevision(
            page: row.info, number: stored.number, changedBy: stored.created.by, changedAt: stored.created.at,
            order: order, versions: tree.entries.mapValues(\.version).filter { $0.value.number > 0 },
            unsaved: Array(preview.unsavedBlocks.values), data: tree.data, nextRelease: nil, release: stored.release)
    }

    /// The author of the last change of a block in the stage, or of its removal.
    func author(of block: RevisionDifference.Block) throws -> Authorship? {
        if block.new != nil {
            return try self.block(block.code).map { Authorship(by: $0.changedBy, at: $0.changedAt) }
        }
        return try database.removal(of: block.code, on: row, until: preview.stored.number)
    }
}
