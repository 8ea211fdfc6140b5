import HomeBlocks
public import Publishing

/// Changes of a page's content by single operations.
extension SQLPageStore {
    public func change(_ change: PageChange, _ request: RequestInfo) async throws(PublishingError) -> ChangeOutcome {
        try await self.change(change.page, request, isDryRun: change.isDryRun) { page in
            try page.change(change, request)
        }
    }

    public func copyBlock(
        _ code: String, of page: String, _ stage: Stage, _ copy: BlockCopy, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome {
        try await changePages(request, copy.isDryRun ? .rollback : .groupCommit) { session, database in
            let check = RequestCheck(request, isOnce: !copy.isDryRun, at: clock.now)
            let target = try session.load(copy.page, check)
            if let first: ChangeOutcome = try check.firstResponse() { return first }
            let source = try page == copy.page ? target : session.load(page, lock: .none(database.now()))
            guard let source else { throw PublishingError.noPage(page) }
            guard let target else { throw copy.noPage }
            let block = try session.decide(source.row, source.page) { try $0.requireBlock(code, stage) }
            let outcome = try session.change(target.row, target.page, isDryRun: copy.isDryRun) { page in
                try page.copy(block, copy, request)
            }
            if !copy.isDryRun { try check.store(outcome, database) }
            return outcome
        }
    }

    public func discardDraft(_ page: String, _ request: RequestInfo) async throws(PublishingError) -> DraftState {
        try await change(page, request, isOnce: false) { try $0.discardDraft(request) }
    }
}
