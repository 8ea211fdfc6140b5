import HomeBlocks
public import Publishing

/// Changes of pages.
extension SQLPageStore {
    public func change(
        _ slug: String, _ context: ChangeContext, needs: ContentNeeds, isDryRun: Bool,
        _ decide: @escaping @Sendable (inout PageTransaction) throws -> ChangeOutcome
    ) async throws(PublishingError) -> ChangeOutcome {
        try await changePages(context, isDryRun ? .rollback : .groupCommit(page: slug)) { session, database in
            let check = RequestCheck(context, isOnce: !isDryRun, at: clock.now)
            let loaded = try session.load(slug, check, needs: needs)
            if let first = try check.firstOutcome() { return first }
            session.actor = check.actor
            guard let (row, page) = loaded else { throw PublishingError.noPage(slug) }
            var outcome = try session.change(row, page, isDryRun: isDryRun, decide)
            outcome.live = session.live
            if !isDryRun { try check.store(outcome, database) }
            return outcome
        }
    }

    public func copyBlock(
        _ code: String, of page: String, _ stage: Stage, _ copy: BlockCopy, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await changePages(context, copy.isDryRun ? .rollback : .groupCommit(page: copy.page)) { session, database in
            let check = RequestCheck(context, isOnce: !copy.isDryRun, at: clock.now)
            let target = try session.load(copy.page, check)
            try check.requireAllowed()
            try copy.check(of: check.actor)
            if let first = try check.firstOutcome() { return first }
            let source = try page == copy.page ? target : session.load(page, lock: .none(database.now()))
            guard let source else { throw PublishingError.noPage(page) }
            guard let target else { throw copy.noPage }
            let block = try session.decide(source.row, source.page) { try $0.requireBlock(code, stage) }
            let outcome = try session.change(target.row, target.page, isDryRun: copy.isDryRun) { page in
                try page.copy(block, copy, context)
            }
            if !copy.isDryRun { try check.store(outcome, database) }
            return outcome
        }
    }
}
