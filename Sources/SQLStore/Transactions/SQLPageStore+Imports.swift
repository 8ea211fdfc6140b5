import HomeBlocks
public import Publishing

/// Documents that become the whole content of a page.
extension SQLPageStore {
    public func importPage(
        _ page: PageImport, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await changePages(context, page.isDryRun ? .rollback : .commit) { session, database in
            let check = RequestCheck(context, isOnce: false, at: clock.now)
            switch page.stage {
            case .live: return try importLive(page, .import, context, check, session, database)
            case .draft:
                let loaded = try session.load(page.page, check)
                try check.requireAllowed()
                guard let loaded else { throw PublishingError.noPage(page.page) }
                return try session.change(loaded.row, loaded.page, isDryRun: page.isDryRun) { transaction in
                    try transaction.importIntoDraft(page, context)
                }
            }
        }
    }

    public func addStarterPages(
        _ pages: [(slug: String, document: PageDocument)]
    ) async throws(PublishingError) {
        let context = ChangeContext(.program)
        try await changePages(context, .commit) { session, database in
            try database.lock(.pageNames)
            guard try !database.hasPages() else { return }
            for (slug, document) in pages {
                _ = try importLive(PageImport(page: slug, document: document), .import, context, nil, session, database)
            }
        }
    }

    /// Makes a document the live content of a page. Creates the page if it does not exist.
    func importLive(
        _ new: PageImport, _ cause: PageImport.Cause, _ context: ChangeContext, _ check: RequestCheck?,
        _ session: ChangeSession, _ database: any SQLTransaction
    ) throws -> ChangeOutcome {
        var known = try session.load(new.page, check, lock: .row)
        try check?.requireAllowed()
        if known == nil {
            // Another transaction may be creating it.
            try database.lock(.pageNames)
            known = try session.load(new.page)
        }
        if let known {
            return try session.change(known.row, known.page, isDryRun: new.isDryRun) { page in
                try page.importPage(new, cause, isNew: false, context)
            }
        }
        if let role = try new.requiredRole(isNew: true) { try check?.requireAllowed(as: role) }
        return try session.create(try new.newPage(catalog), at: try database.now(), isDryRun: new.isDryRun) { page in
            try page.importPage(new, cause, isNew: true, context)
        }
    }
}
