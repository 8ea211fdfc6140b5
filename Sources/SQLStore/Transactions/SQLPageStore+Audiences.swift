import HomeBlocks
public import Publishing

/// Audiences that are used by name.
extension SQLPageStore {
    public func audiences(
        for rights: Rights
    ) async throws(PublishingError) -> [(audience: NamedAudience, uses: [AudienceUse])] {
        let now = clock.now
        return try await read { database in
            let audiences = try database.audiences()
            // Reads each page only once for all audiences.
            let states = try audiences.isEmpty ? [] : database.namingStates(at: now, for: rights)
            return audiences.map { audience in
                (audience, states.compactMap { $0.use(of: audience.audience) })
            }
        }
    }

    public func audience(
        _ name: String, for rights: Rights
    ) async throws(PublishingError) -> (audience: NamedAudience, uses: [AudienceUse]) {
        let now = clock.now
        return try await read { database in
            let audience = try database.requireAudience(name)
            let states = try database.namingStates(at: now, for: rights)
            return (audience, states.compactMap { $0.use(of: audience.audience) })
        }
    }

    public func createAudience(
        _ plan: AudiencePlan, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        let declared = catalog.attributes
        return try await changeOnce(context) { _, database, _ in
            try database.lockAllPages()
            let created = Authorship(by: context.actor.name, at: try database.now())
            let audience = try plan.created(
                isTaken: try database.audience(plan.name) != nil, count: try database.audiences().count, by: created,
                declared)
            try database.insert(audience)
            try database.append(.audience("create", to: audience, context), at: created.at)
            return ChangeOutcome(audience.json, tag: audience.tag)
        }
    }

    public func changeAudience(
        _ plan: AudiencePlan, isDryRun: Bool, _ context: ChangeContext
    ) async throws(PublishingError) -> AudienceOutcome {
        let declared = catalog.attributes
        return try await changePages(context, isDryRun ? .rollback : .commit) { session, database in
            try require(context, database)
            // No page may start to use it in the meantime.
            try database.lockAllPages()
            let changed = Authorship(by: context.actor.name, at: try database.now())
            let old = try database.requireAudience(plan.name)
            guard let new = try plan.changed(old, by: changed, if: context.precondition, declared) else {
                return AudienceOutcome(old)
            }
            try database.update(new)
            try database.append(.audience("change", from: old, to: new, context), at: changed.at)
            let isRenamed = new.audience == old.audience
            if isRenamed { return AudienceOutcome(new, renewed: []) }
            // Each page that names it gets new revisions.
            let renewed = try database.pages().flatMap { page in
                guard let (row, page) = try session.load(page.slug, lock: .row) else { return [RenewedState]() }
                return try session.change(row, page) { try $0.renew(new, context) }
            }
            return AudienceOutcome(new, renewed: renewed)
        }
    }

    public func deleteAudience(
        _ name: String, _ context: ChangeContext
    ) async throws(PublishingError) -> NamedAudience {
        try await write(for: context) { database in
            try database.lockAllPages()
            let now = try database.now()
            let audience = try database.requireAudience(name)
            let uses = try database.namingStates(at: now).compactMap { $0.use(of: audience.audience) }
            try audience.checkDeletion(uses, if: context.precondition)
            try database.deleteAudience(name)
            try database.append(.audience("delete", from: audience, context), at: now)
            return audience
        }
    }
}

extension SQLTransaction {
    /// The live, draft and planned states that name audiences.
    fileprivate func namingStates(at now: Instant, for rights: Rights = .readAll) throws -> [NamingState] {
        try pages(for: rights).flatMap { page in
            try loaded(page, at: now).states().compactMap { state in
                let blocks = try blocks(of: state.revision, withAudienceMember: "name")
                return blocks.isEmpty ? nil : NamingState(page: page.slug, state: state.state, blocks: blocks)
            }
        }
    }

    /// Warnings about names in stored audiences that no longer exist, one sentence each.
    func audienceWarnings(_ declared: AudienceAttributes, at now: Instant) throws -> [String] {
        let known = Set(try audiences().map(\.name))
        return try pages().flatMap { page in
            try loaded(page, at: now).states().flatMap { state in
                let blocks =
                    try blocks(of: state.revision, withAudienceMember: "attributes")
                    + blocks(of: state.revision, withAudienceMember: "name")
                var warnings: [String] = []
                for block in blocks {
                    for warning in block.audienceWarnings(known, declared) {
                        let line = "\(page.slug), \(state.state), block \(block.blockCode): \(warning)"
                        if !warnings.contains(line) { warnings.append(line) }
                    }
                }
                return warnings
            }
        }
    }
}
