import HomeBlocks
public import Publishing

/// Whole documents that become a page's content.
extension SQLPageStore {
    public func importPage(
        _ page: PageImport, _ request: RequestInfo
    ) async throws(PublishingError) -> ImportOutcome {
        try await write(for: request, page.isDryRun ? .rollback : .commit) { database in
            switch page.stage {
            case .live: try make(page, .import, request, database)
            case .draft: try makeDraft(page, request, database)
            }
        }
    }

    public func addStarterPages(
        _ pages: [(slug: String, document: PageDocument)]
    ) async throws(PublishingError) {
        try await write { database in
            try database.lock(.pageNames)
            guard try !database.hasPages() else { return }
            for (slug, document) in pages {
                _ = try make(PageImport(page: slug, document: document), .import, RequestInfo(.program), database)
            }
        }
    }

    func make(
        _ new: PageImport, _ cause: PageImport.Cause, _ request: RequestInfo, _ database: any SQLDatabase
    ) throws -> ImportOutcome {
        var known = try database.knownPageBeforeNames(new.page)
        if known == nil {
            // Another transaction may be making it.
            try database.lock(.pageNames)
            known = try database.knownPage(new.page, for: .change)
        }
        let created = Authorship(by: request.actor.name, at: try database.now())
        if let role = try new.neededRole(isNew: known == nil) {
            try request.actor.checkAuthorization(database.proof(of: request.actor), needs: role, at: created.at)
        }
        let live = try known.flatMap { try database.live(of: $0, at: created.at) }

        let (edit, foreign, changes) = try edit(
            new, of: known?.info, to: live, live: known.flatMap { live?.identity(of: $0) },
            order: live?.order.order ?? [], audiences: cause != .create, if: request.precondition, database)

        let page = try known ?? database.insert(try new.newPage(catalog), by: created)
        let made = try RevisionWriter(page: page, parent: live, cause: cause.rawValue, created: created)
            .append(edit, database)
        var propagated: [PropagatedChange] = []
        if made.number != live?.number {
            let release = try database.release(made, of: page, by: created)
            propagated = try propagator(page, by: created, database)
                .propagate(from: live, to: made, after: release.at)
            try database.append(
                .imported(cause, request, page: page.slug, from: live?.number, to: made.number), at: created.at)
        }
        let effective = try database.effective(created.at, on: page)
        guard let current = try database.live(of: page, asOf: effective) else {
            throw PublishingError.internalError("the page \(page.slug) has nothing live after an import")
        }
        let next = try database.nextRelease(of: page, after: effective)
        return ImportOutcome(
            revision: try database.liveRevision(current, of: page, nextRelease: next), isNew: known == nil,
            carried: propagated, foreign: foreign, changes: changes)
    }

    /// Makes a document the content of the draft. Unlike a change of live it changes nothing that apps get.
    private func makeDraft(
        _ new: PageImport, _ request: RequestInfo, _ database: any SQLDatabase
    ) throws -> ImportOutcome {
        let page = try database.lockedPage(new.page)
        let created = Authorship(by: request.actor.name, at: try database.now())
        let live = try database.requireLive(of: page, at: created.at)
        let stored = try database.draft(of: page)
        try new.checkDraft(stored, live: live.number, if: request.precondition)
        let (draft, met) =
            try stored.map { try bringUp($0, of: page, to: live, at: created.at, database) } ?? (nil, [])
        let present = try draft.map { try database.requireRevision($0.revision, of: page) } ?? live

        let (edit, foreign, changes) = try edit(
            new, of: page.info, to: present, order: present.order.order, if: .none, database)
        let made = try RevisionWriter(
            page: page, parent: present, cause: PageImport.Cause.import.rawValue, created: created, source: live,
            isMerged: false
        ).append(edit, database)
        var state = draft?.state(of: page.slug, live: live.number)
        // A whole page decides all that was in conflict.
        let decides = !new.isAppended && draft?.conflicts.isEmpty == false
        if made.number != present.number || decides {
            let changed = Draft.changed(
                new.isAppended ? draft : nil, to: made.number, on: live.number, by: created,
                ChangeSelection(blocks: new.document.order))
            let kept = try propagator(page, by: created, database).store(changed, of: made, on: live)
            state = kept?.state(of: page.slug, live: live.number)
            try database.append(
                .imported(.import, request, page: page.slug, .draft, from: present.number, to: made.number),
                at: created.at)
        }
        let content = try state.map { try database.requireRevision($0.revision, of: page) } ?? live
        return ImportOutcome(
            revision: try database.liveRevision(content, of: page, nextRelease: nil), isNew: false, draft: state,
            carried: met.isEmpty || !new.isAppended
                ? [] : [PropagatedChange(release: nil, revision: made.number, conflicts: met)],
            foreign: foreign, changes: changes)
    }

    /// Decides what a document makes of a revision, which is nil for a new page, and checks what it refers to.
    private func edit(
        _ new: PageImport, of known: PageInfo?, to present: RevisionRow?, live: RevisionIdentity? = nil,
        order: [String], audiences isFilled: Bool = true, if precondition: Precondition, _ database: any SQLDatabase
    ) throws -> (edit: SnapshotEdit, foreign: [ForeignAudience], changes: [ImportChange]) {
        let names = new.document.blocks.reduce(into: Set<String>()) { $0.formUnion($1.audienceNames) }
        let result = try new.edit(
            known, live: live, order: order,
            present: new.isAppended ? try present.map { try database.document(of: $0) } : nil,
            audiences: isFilled ? try database.conditions(of: names) : nil, if: precondition, catalog)
        try new.document.checkSources(database.lockedFeedLayouts(of: new.document.blocks))
        try new.document.checkPictures(database.lockedPictures(new.document.pictures))
        return result
    }
}
