import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func change(
        _ change: PageChange, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome {
        let store = self
        if change.isDryRun { return try await rehearse(for: request) { try store.change(change, request, $0) } }
        return try await writeOnce(request) { try store.change(change, request, $0) }
    }

    private func change(_ change: PageChange, _ request: RequestInfo, _ database: Database) throws -> ChangeOutcome {
        let created = Authorship(by: request.actor.name, at: clock.now)
        let page = try PageRow.named(change.page, database)
        let live = try RevisionRow.requireLive(of: page, at: created.at, database)
        let draft = change.stage == .draft ? try DraftRow.find(of: page, database) : nil
        let (current, met) =
            try draft.map { try bringUp($0, of: page, live: live, at: created.at, database) } ?? (nil, [])
        let present = try current.map { try RevisionRow.named($0.revision, of: page, database) } ?? live
        let block = try change.operation.blockCode.flatMap { try blockState($0, of: present, database) }
        try check(request.precondition, change.operation, present: present, block: block)

        let tree = try present.placements(database)
        let content = PageContent(
            page: page.info, order: present.order.order, layouts: tree.mapValues(\.showType),
            size: tree.values.reduce(0) { $0 + $1.size }, block: block?.block, catalog: catalog)
        let edit = try change.operation.applied(to: content)
        let new = NewRevision(page: page, parent: present, cause: change.operation.cause, created: created)
        let made = try new.append(edit, database)
        var carried: [CarriedChange] = []
        if made.number != present.number {
            if change.stage == .live {
                carried = try release(made, from: present, of: page, created, database)
            } else {
                let open = (current?.conflicts ?? []).open(afterChangeOf: change.operation.blockCode)
                try DraftRow(revision: made.number, base: live.number, updated: created, conflicts: open)
                    .put(page, database)
            }
            try audit(change, request, from: present, to: made, before: block, at: created.at, database)
        }
        if !met.isEmpty { carried.append(CarriedChange(release: nil, revision: made.number, conflicts: met)) }
        return ChangeOutcome(
            order: made.order, moved: Self.moved(present, made),
            block: try change.operation.blockCode.flatMap { try blockState($0, of: made, database) }, carried: carried)
    }

    /// Makes a revision live.
    private func release(
        _ made: RevisionRow, from present: RevisionRow, of page: PageRow, _ created: Authorship, _ database: Database
    ) throws -> [CarriedChange] {
        let release = try ReleaseRow.insert(made, of: page, created: created, database)
        return try ChangePropagator(page: page, catalog: catalog, created: created)
            .carry(from: present, to: made, after: release.at, database)
    }

    private func check(
        _ precondition: Precondition, _ operation: PageOperation, present: RevisionRow, block: BlockState?
    ) throws {
        switch operation {
        case .order, .create:
            guard precondition.allows(present.order.tag) else { throw PublishingError.changed(present.order.present) }
        case .replace, .patch, .delete, .cards:
            guard let block else {
                // Without a precondition the operation itself says that there is no such block.
                if precondition == .none { return }
                throw PublishingError.changed(.absent("block"))
            }
            guard precondition.allows(block.tag) else { throw PublishingError.changed(block.present(catalog)) }
        }
    }

    func blockState(_ code: String, of revision: RevisionRow, _ database: Database) throws -> BlockState? {
        // SQLite would read a text with a NUL in it as a shorter one.
        try Identifier.hasCodeCharacters(code) ? StageRevision(row: revision).block(code, database) : nil
    }

    private static func moved(_ old: RevisionRow, _ new: RevisionRow) -> [String] {
        ChangeSummary(oldOrder: old.order.order, newOrder: new.order.order, changed: []).moved
    }

    private func audit(
        _ change: PageChange, _ request: RequestInfo, from old: RevisionRow, to new: RevisionRow, before: BlockState?,
        at now: Instant, _ database: Database
    ) throws {
        var entry = AuditEntry(request, "\(change.stage.rawValue).\(change.operation.cause)")
        entry.page = change.page
        entry.subject = change.operation.blockCode
        var (was, has): (JSONObject, JSONObject) = (
            ["revision": JSONValue(old.number)], ["revision": JSONValue(new.number)]
        )
        if old.order.order != new.order.order {
            was["order"] = .array(old.order.order.map { .string($0) })
            has["order"] = .array(new.order.order.map { .string($0) })
        }
        if let code = change.operation.blockCode {
            was["block"] = before.map { .object($0.block.json) } ?? .null
            has["block"] = try blockState(code, of: new, database).map { .object($0.block.json) } ?? .null
        }
        (entry.before, entry.after) = (.object(was), .object(has))
        try entry.append(at: now, database)
    }
}
