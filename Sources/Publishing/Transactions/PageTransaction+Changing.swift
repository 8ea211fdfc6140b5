import HomeBlocks

/// Changes a page's content by single operations.
extension PageTransaction {
    public mutating func change(_ change: PageChange, _ context: ChangeContext) throws -> ChangeOutcome {
        let live = try requireLive()
        let met = change.stage == .draft ? try mergeLiveIntoDraft() : []
        let old = change.stage == .draft ? try stage() : live
        let operation = change.operation
        let code = operation.blockCode
        let before = try tree(old)
        let oldBlocks = try states(of: operation.blockCodes, in: before)
        let oldBlock = code == nil ? nil : oldBlocks.first
        let edit = try operation.edit(
            try content(of: old, before, for: operation, oldBlock, oldBlocks), if: context.precondition)
        try checkReferences(of: edit.put)

        // Anything that becomes equal to live gets the ETags of live, so that they do not change if this ends the
        // draft.
        let new = try append(
            edit, to: old, cause: operation.cause, from: change.stage == .draft ? .same(as: live) : nil)
        let after = try tree(new)
        let block = try code.flatMap { try self.block($0, in: after) }
        let blocks = operation.changesSeveralBlocks ? try states(of: edit.put.map(\.blockCode), in: after) : nil
        var propagated: [PropagatedChange] = []
        if new.number != old.number {
            if change.stage == .live { try requireBypass(context, "Change the draft, and request a review.") }
            propagated = try adopt(new, made: change, from: old, live)
            try settlePlans(context)
            record(
                .change(
                    change, context, from: (old.number, old.order, oldBlock), to: (new.number, new.order, block),
                    blocks: (oldBlocks, blocks ?? [])))
        }
        if !met.isEmpty { propagated.append(PropagatedChange(release: nil, revision: new.number, conflicts: met)) }
        if let blocks {
            return ChangeOutcome(
                ["blocks": .array(blocks.map { .object($0.json(catalog)) })], propagated: propagated)
        }
        if let block { return ChangeOutcome(block.json(catalog), tag: block.tag, propagated: propagated) }
        var data = new.order.json
        if code == nil { data["moved"] = .array(new.order.moved(from: old.order).map { .string($0) }) }
        return ChangeOutcome(data, tag: code == nil ? new.order.tag : nil, propagated: propagated)
    }

    private func states(of codes: [String], in tree: PageTree) throws -> [BlockState] {
        _ = try blocks(codes.compactMap { tree.entries[$0]?.version })
        return try codes.compactMap { try block($0, in: tree) }
    }

    private func content(
        of revision: StoredRevision, _ tree: PageTree, for operation: PageOperation, _ block: BlockState?,
        _ blocks: [BlockState]
    ) throws -> PageContent {
        let names = blocks.reduce(into: operation.audienceNames) { $0.formUnion($1.block.audienceNames) }
        return PageContent(
            page: page, order: revision.order, tree: tree, block: block, blocks: blocks, catalog: catalog,
            audiences: try conditions(of: names))
    }

    /// Checks that the feeds and the pictures that blocks refer to exist.
    private func checkReferences(of blocks: [BlockResource]) throws {
        try blocks.checkSources(feedLayouts(of: blocks))
        try blocks.checkPictures(knownPictures(blocks.pictures))
    }

    /// Makes a changed revision live or the draft.
    private mutating func adopt(
        _ new: StoredRevision, made change: PageChange, from old: StoredRevision, _ live: StoredRevision
    ) throws -> [PropagatedChange] {
        if change.stage == .live {
            _ = release(new)
            return try propagate(from: old, to: new)
        }
        noteDraftAuthors([person])
        let operation = change.operation
        let changed =
            operation.changesSeveralBlocks
            ? Draft.changed(
                draft, to: new.number, on: live.number, by: created, ChangeSelection(blocks: operation.blockCodes))
            : .changed(draft, to: new.number, on: live.number, by: created, block: operation.blockCode)
        try keep(changed, of: new, on: live)
        return []
    }

    /// Adds a copy of a block to the draft.
    ///
    /// - Parameter source: the current block.
    public mutating func copy(
        _ source: BlockResource, _ copy: BlockCopy, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        var stage = self
        _ = try stage.mergeLiveIntoDraft()
        let taken = Set(try requireLive().order.order).union(try stage.stage().order.order)
        let operation = PageOperation.create(copy.block(of: source, taken: taken), .end)
        return try change(PageChange(copy.page, .draft, operation, isDryRun: copy.isDryRun), context)
    }

    /// The current block of a stage. If a planned release took effect after the draft's base, it is first merged into
    /// the draft.
    public func requireBlock(_ code: String, _ stage: Stage) throws -> BlockResource {
        var present = self
        if stage == .draft { _ = try present.mergeLiveIntoDraft() }
        let revision = stage == .draft ? try present.stage() : try requireLive()
        guard Identifier.hasCodeCharacters(code), let state = try present.block(code, in: try present.tree(revision))
        else { throw PublishingError.noBlock(code) }
        return state.block
    }

    public mutating func discardDraft(_ context: ChangeContext) throws -> ChangeOutcome {
        // Does not merge, so that even a broken draft can be discarded.
        let live = try requireLive()
        let draft = try Draft.require(draft, of: page.slug, live: live.number, if: context.precondition)
        setDraft(nil)
        record(.discarded(draft, of: page.slug, context))
        return ChangeOutcome(["page": .string(page.slug), "revision": JSONValue(draft.revision)])
    }

    // MARK: Pictures

    /// Replaces a picture in the draft, or in a new draft.
    ///
    /// - Returns: nil if the page does not mention the picture.
    public mutating func replacePicture(
        _ id: String, with picture: UploadedPicture, _ context: ChangeContext
    ) throws -> ReplacedPicture? {
        guard let live else { return nil }
        _ = try mergeLiveIntoDraft()
        let old = try stage()
        let put = try blocks(mentioning: id, in: old).compactMap { $0.replacingPicture(id, with: picture) }
        let data = try tree(old).data
        let isInData = JSONValue.object(data).pictureMentions.contains { $0.picture == id }
        let edit = SnapshotEdit(
            order: old.order.order, put: put, data: isInData ? picture.inPlace(of: id, in: data) : nil)
        let new = try append(edit, to: old, cause: "picture", from: .same(as: live))
        guard new.number != old.number else { return nil }
        noteDraftAuthors([person])
        try keep(.changed(draft, to: new.number, on: live.number, by: created, block: nil), of: new, on: live)
        let replaced = ReplacedPicture(page: page.slug, revision: new.number, blocks: put.map(\.blockCode))
        record(.replaced(id, with: picture.id, replaced, context, from: old.number))
        return replaced
    }
}
