public import Publishing

/// Creating, renaming and deleting pages.
extension SQLPageStore {
    public func createPage(_ plan: PagePlan, _ context: ChangeContext) async throws(PublishingError) -> ChangeOutcome {
        try await changeOnce(context) { session, database, _ in
            try database.lock(.pageNames)
            // It must not change while it is read.
            let source = try plan.copyOf.flatMap { try database.lockPageIfExists($0, for: .shared) }
            let document = try plan.document(
                isTaken: try database.page(plan.slug) != nil,
                copying: try source.map { page in
                    let live = try database.loaded(page, at: try database.now()).requireLive()
                    return try database.document(of: live, title: page.info.title, client: page.info.client)
                })
            // A precondition would be about a page that does not exist yet.
            let free = ChangeContext(context.actor, requestID: context.requestID)
            _ = try importLive(
                PageImport(page: plan.slug, document: document), .create, free, nil, session, database)
            return ChangeOutcome(
                try requireSummary(of: try database.requirePage(plan.slug), at: try database.now(), database).json)
        }
    }

    public func renamePage(
        _ page: String, _ renaming: PageRenaming, _ context: ChangeContext
    ) async throws(PublishingError) -> PageSummary {
        try await write(for: context, lock: renaming.slug == nil ? nil : .credentials) { database in
            if renaming.slug != nil { try database.lockRights(on: page) }
            try database.lock(.pageNames)
            // This lock also prevents new references: a page that a takeover shows must stay in the same family.
            var page = try database.lockedPage(page, for: .deletion)
            let now = try database.now()
            try checkPrecondition(context, page, at: now, database)
            let isTaken = try renaming.slug.flatMap { try database.page($0) } != nil
            if let new = try renaming.renamed(page.info, isTaken: isTaken, at: now) {
                if new.slug != page.slug || new.client != page.info.client || new.title != page.info.title {
                    try requireBypass(page, context, at: now, database)
                }
                if new.review != page.info.review { try check(new.review, of: page, at: now, database) }
                if new.client != page.info.client { try checkFamily(new.client, of: page, at: now, database) }
                let old = page.info
                page = try database.update(page, to: new)
                if new.slug != old.slug { try database.renameInRights(old.slug, to: new.slug, context, at: now) }
                try database.append(.renamed(old, to: new, context), at: now)
                if new.review != old.review { try applyReview(new.slug, context, database) }
            }
            return try requireSummary(of: page, at: now, database)
        }
    }

    /// Checks that a page can move to another family of apps: these can read all content that is or may become live,
    /// and no takeover connects the page with pages of the current family.
    private func checkFamily(
        _ family: ClientFamily?, of page: PageRow, at now: Instant, _ database: any SQLTransaction
    ) throws {
        let isShowing = try database.takeovers(of: page).contains { $0.cancelled == nil && $0.until > now }
        try PageRenaming.checkFamilyChange(hasTakeover: try isShowing || database.isShownByTakeover(page, at: now))
        guard let family else { return }
        let states = try database.loaded(page, at: now).states()
        try family.check(states: try states.map { ($0.state, try database.document(of: $0.revision)) }, catalog)
    }

    public func deletePage(_ page: String, _ context: ChangeContext) async throws(PublishingError) -> PageSummary {
        try await write(for: context, lock: .credentials) { database in
            try database.lockRights(on: page)
            let page = try database.lockedPage(page, for: .deletion)
            let now = try database.now()
            try checkPrecondition(context, page, at: now, database)
            try requireBypass(page, context, at: now, database)
            try PageSummary.checkDeletion(isNeeded: try database.isShownByTakeover(page, at: now))
            let summary = try requireSummary(of: page, at: now, database)
            // Takeovers that have ended no longer need the page; the audit log keeps them.
            try database.delete(page)
            try database.renameInRights(page.slug, to: nil, context, at: now)
            memory.forgetTrees()
            try database.append(.deleted(summary, context), at: now)
            return summary
        }
    }

    /// Applies another number of approvals to the planned releases of a page.
    private func applyReview(_ slug: String, _ context: ChangeContext, _ database: any SQLTransaction) throws {
        let session = ChangeSession(self, by: context.actor, database)
        guard let (row, page) = try session.load(slug, lock: .row) else { return }
        try session.change(row, page) { try $0.applyReviewSetting(context) }
    }

    /// Requires an admin's reason to change what the address of a reviewed page shows.
    private func requireBypass(
        _ page: PageRow, _ context: ChangeContext, at now: Instant, _ database: any SQLTransaction
    ) throws {
        if let entry = try page.info.bypass(context) { try database.append(entry, at: now) }
    }

    /// Checks that a review cannot be gone around by a takeover.
    private func check(
        _ review: ReviewSetting, of page: PageRow, at now: Instant, _ database: any SQLTransaction
    ) throws {
        try review.check(
            shown: review.approvals < page.info.review.approvals
                ? [] : database.pages(shownByTakeoversOf: page, at: now).map { ($0.slug, $0.info.review) },
            showing: database.pages(withTakeoversShowing: page, at: now).map { ($0.slug, $0.info.review) })
    }

    private func checkPrecondition(
        _ context: ChangeContext, _ page: PageRow, at now: Instant, _ database: any SQLTransaction
    ) throws {
        try RevisionIdentity.check(
            try database.loaded(page, at: now).live?.identity(of: page.info), context.precondition)
    }
}
