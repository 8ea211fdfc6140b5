import HomeBlocks
public import Publishing

/// Changes of a page's content by single operations.
extension SQLPageStore {
    public func change(_ change: PageChange, _ request: RequestInfo) async throws(PublishingError) -> ChangeOutcome {
        try await writeOnce(request, isDryRun: change.isDryRun) { try make(change, request, $0) }
    }

    private func make(
        _ change: PageChange, _ request: RequestInfo, _ database: any SQLDatabase
    ) throws -> ChangeOutcome {
        let page = try database.lockedPage(change.page)
        let created = Authorship(by: request.actor.name, at: try database.now())
        let live = try database.requireLive(of: page, at: created.at)
        let stored = change.stage == .draft ? try database.draft(of: page) : nil
        let (draft, met) =
            try stored.map { try bringUp($0, of: page, to: live, at: created.at, database) } ?? (nil, [])
        let old = try draft.map { try database.requireRevision($0.revision, of: page) } ?? live
        let code = change.operation.blockCode
        let oldBlocks = try change.operation.blockCodes.compactMap { try database.blockState($0, of: old) }
        let oldBlock = code == nil ? nil : oldBlocks.first
        let names = oldBlocks.reduce(into: change.operation.audienceNames) { $0.formUnion($1.block.audienceNames) }
        let outlines = try trees.blocks(of: old, of: page, isCommitted: false, database).outlines
        let content = PageContent(
            page: page.info, order: old.order, outlines: outlines, block: oldBlock, blocks: oldBlocks,
            catalog: catalog, audiences: try database.conditions(of: names))

        let edit = try change.operation.edit(content, if: request.precondition)
        try edit.put.checkSources(database.lockedFeedLayouts(of: edit.put))
        try edit.put.checkPictures(database.lockedPictures(edit.put.pictures))

        // What becomes as it is live has the validators of live, so that they stay if the draft ends by it.
        let new = try RevisionWriter(
            page: page, parent: old, cause: change.operation.cause, created: created,
            source: change.stage == .draft ? live : nil, isMerged: false
        ).append(edit, database)
        let block = try code.flatMap { try database.blockState($0, of: new) }
        let isOfSeveral = change.operation.isOfSeveral
        let blocks = isOfSeveral ? try edit.put.compactMap { try database.blockState($0.blockCode, of: new) } : []
        var propagated: [PropagatedChange] = []
        if new.number != old.number {
            propagated = try adopt(new, made: change, from: old, live, draft, of: page, by: created, database)
            try database.append(
                .change(
                    change, request, from: (old.number, old.order, oldBlock), to: (new.number, new.order, block),
                    blocks: (oldBlocks, blocks)),
                at: created.at)
        }
        if !met.isEmpty { propagated.append(PropagatedChange(release: nil, revision: new.number, conflicts: met)) }
        return ChangeOutcome(
            from: old.order, to: new.order, block: block, blocks: isOfSeveral ? blocks : nil, carried: propagated)
    }

    /// Makes a changed revision live, or makes it the draft.
    private func adopt(
        _ new: RevisionRow, made change: PageChange, from old: RevisionRow, _ live: RevisionRow, _ draft: Draft?,
        of page: PageRow, by created: Authorship, _ database: any SQLDatabase
    ) throws -> [PropagatedChange] {
        let propagator = propagator(page, by: created, database)
        if change.stage == .live {
            let release = try database.release(new, of: page, by: created)
            return try propagator.propagate(from: old, to: new, after: release.at)
        }
        let operation = change.operation
        let changed =
            operation.isOfSeveral
            ? Draft.changed(
                draft, to: new.number, on: live.number, by: created, ChangeSelection(blocks: operation.blockCodes))
            : .changed(draft, to: new.number, on: live.number, by: created, block: operation.blockCode)
        try propagator.store(changed, of: new, on: live)
        return []
    }

    public func copyBlock(
        _ code: String, of page: String, _ stage: Stage, _ copy: BlockCopy, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome {
        try await writeOnce(request, isDryRun: copy.isDryRun) { try make(copy, of: code, page, stage, request, $0) }
    }

    private func make(
        _ copy: BlockCopy, of code: String, _ page: String, _ stage: Stage, _ request: RequestInfo,
        _ database: any SQLDatabase
    ) throws -> ChangeOutcome {
        let source = try database.requirePage(page)
        guard let target = try database.knownPage(copy.page, for: .change) else { throw copy.noPage }
        let now = try database.now()
        guard let block = try self.stage(stage, of: source, at: now, database).block(code, database) else {
            throw PublishingError.noBlock(code)
        }
        let taken = try Stage.allCases.reduce(into: Set<String>()) { codes, stage in
            codes.formUnion(try self.stage(stage, of: target, at: now, database).order.order)
        }
        let operation = PageOperation.create(copy.block(of: block.block, taken: taken), .end)
        return try make(PageChange(copy.page, .draft, operation, isDryRun: copy.isDryRun), request, database)
    }

    /// A stage as it is now. A draft that a planned release has overtaken is brought up in memory.
    private func stage(
        _ stage: Stage, of page: PageRow, at now: Instant, _ database: any SQLDatabase
    ) throws -> StageRevision {
        let live = try database.requireLive(of: page, at: now)
        guard stage == .draft else { return StageRevision(row: live) }
        return try draft(of: page, on: live, database)?.revision ?? StageRevision(row: live)
    }

    public func discardDraft(_ page: String, _ request: RequestInfo) async throws(PublishingError) -> DraftState {
        // Needs no merge, so that a draft can be discarded whatever is wrong with it.
        try await write(for: request) { database in
            let page = try database.lockedPage(page)
            let now = try database.now()
            let live = try database.requireLive(of: page, at: now)
            let draft = try Draft.require(
                database.draft(of: page), of: page.slug, live: live.number, if: request.precondition)
            try database.deleteDraft(of: page)
            try database.append(.discarded(draft, of: page.slug, request), at: now)
            return draft.state(of: page.slug, live: live.number)
        }
    }
}
