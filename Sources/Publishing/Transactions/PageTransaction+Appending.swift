import HomeBlocks

/// The source of a revision's change.
struct RevisionSource {
    /// The state of the page that is merged. Anything that becomes equal to it keeps its ETag.
    let revision: StoredRevision
    /// Whether the change is merged: anything that both sides changed then counts as changed by the later one.
    /// Otherwise the same change is made in several states, and anything that does not become equal to the source
    /// counts as changed by the new revision.
    let isMerged: Bool

    static func merged(_ revision: StoredRevision) -> RevisionSource {
        RevisionSource(revision: revision, isMerged: true)
    }

    static func same(as revision: StoredRevision) -> RevisionSource {
        RevisionSource(revision: revision, isMerged: false)
    }
}

/// Appends revisions.
extension PageTransaction {
    /// Appends the result of applying an edit to a revision.
    ///
    /// - Parameters:
    ///   - parent: nil for a page without revisions.
    ///   - author: the revision's author; nil for the author of the change.
    /// - Returns: the parent if the edit changes nothing.
    mutating func append(
        _ edit: SnapshotEdit, to parent: StoredRevision?, cause: String, message: String = "",
        from source: RevisionSource? = nil, by author: Authorship? = nil
    ) throws -> StoredRevision {
        let author = author ?? created
        if let parent, edit.put.isEmpty, edit.removed.isEmpty, edit.data == nil {
            return edit.order == parent.order.order
                ? parent
                : append(
                    edit.order, parent.treeID, to: parent, cause: cause, message: message, from: source, by: author)
        }
        let present = try self.tree(parent)
        let theirs = try source.map { try self.tree($0.revision) }
        let changed = try changedVersions(of: edit.put, present, theirs)
        let removed = edit.removed.filter { present.entries[$0] != nil }
        let data = edit.data ?? present.data
        // Equal values may be encoded differently: any difference in bytes is stored.
        let isNewTree =
            parent == nil || !changed.isEmpty || !removed.isEmpty
            || JSONValue.object(data).encoded != JSONValue.object(present.data).encoded
        guard isNewTree else {
            return try append(
                SnapshotEdit(order: edit.order), to: parent, cause: cause, message: message, from: source, by: author)
        }
        let entries = changed.map { block, version in
            let entry = self.entry(
                of: block, version, present.entries[block.blockCode], from: source, theirs?.entries[block.blockCode],
                by: author)
            return (code: block.blockCode, entry: entry)
        }
        let gone = removed.union(changed.map { $0.block.blockCode })
        let tree = present.changed(adding: entries, removing: removed, data: data)
        let treeID = add(tree, of: parent, removing: gone, adding: entries)
        return append(edit.order, treeID, to: parent, cause: cause, message: message, from: source, by: author)
    }

    /// Appends the unchanged content of a revision.
    mutating func append(
        contentOf other: StoredRevision, to parent: StoredRevision, cause: String, message: String = "",
        from source: RevisionSource? = nil
    ) -> StoredRevision {
        append(
            other.order.order, other.treeID, to: parent, cause: cause, message: message, from: source, by: created)
    }

    private mutating func append(
        _ codes: [String], _ treeID: Int64, to parent: StoredRevision?, cause: String, message: String,
        from source: RevisionSource?, by author: Authorship
    ) -> StoredRevision {
        let number = nextRevision
        let (orderID, order) = self.order(codes, since: number, parent, source, by: author)
        let revision = StoredRevision(
            number: number, parent: parent?.number, orderID: orderID, treeID: treeID, cause: cause, message: message,
            order: order, created: author)
        add(revision)
        return revision
    }

    /// The parent's or the source's order if it is equal, otherwise a new one.
    private mutating func order(
        _ codes: [String], since number: Int, _ parent: StoredRevision?, _ source: RevisionSource?,
        by author: Authorship
    ) -> (id: Int64, order: OrderState) {
        if let same = [parent, source?.revision].compactMap(\.self).first(where: { $0.order.order == codes }) {
            return (same.orderID, same.order)
        }
        let order =
            if let source, source.isMerged, let parent {
                parent.order.merged(with: source.revision.order, to: codes)
            } else {
                OrderState(
                    page: page.slug, revision: number, order: codes, changedBy: author.by, changedAt: author.at)
            }
        return (add(order), order)
    }

    /// The blocks that differ from the parent's, each with its version: the source's if it is equal, otherwise a new
    /// one.
    private mutating func changedVersions(
        of blocks: [BlockResource], _ present: PageTree, _ theirs: PageTree?
    ) throws -> [(block: BlockResource, version: BlockVersionID)] {
        func version(_ block: BlockResource, _ tree: PageTree?) -> BlockVersionID? {
            tree?.entries[block.blockCode]?.version
        }
        let hashes = try self.hashes(
            Set(blocks.flatMap { [version($0, present), version($0, theirs)].compactMap(\.self) }))
        return blocks.compactMap { block in
            let stored = EncodedBlock(block)
            if let own = version(block, present), hashes[own] == stored.hash { return nil }
            if let other = version(block, theirs), hashes[other] == stored.hash { return (block, other) }
            return (block, add(block, stored))
        }
    }

    private func entry(
        of block: BlockResource, _ version: BlockVersionID, _ own: TreeEntry?, from source: RevisionSource?,
        _ theirs: TreeEntry?, by author: Authorship
    ) -> TreeEntry {
        var (since, changed) = (nextRevision, author)
        if let source {
            let isSource = theirs?.version == version
            if isSource || source.isMerged {
                (since, changed) =
                    TreeEntry.authorship(merging: theirs, into: own, isSource: isSource) ?? (since, changed)
            }
        }
        return TreeEntry(
            version: version, showType: block.showType, size: block.exportedSize, since: since, changed: changed)
    }
}

/// A block in its stored encoding.
struct EncodedBlock {
    let bytes: [UInt8]
    let hash: [UInt8]

    init(_ block: BlockResource) {
        bytes = JSONValue.object(block.json).encoded
        hash = Digest.sha256(bytes)
    }
}
