public import Publishing

/// Preview links.
extension SQLPageStore {
    public func links(_ page: String, _ range: ListRange) async throws(PublishingError) -> ListPage<PreviewLink> {
        let start = Self.oldestListed(at: clock.now)
        return try await read(page) { page, database in
            let links = try database.links(
                to: page, after: range.after?.first, limit: range.limit + 1, notEndedAt: start)
            return ListPage(links, in: range) { ListRange.cursor($0.id) }
        }
    }

    public func createLink(
        _ link: NewLink, to page: String, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome {
        try await changeOnce(context) { _, database in
            let page = try database.lockedPage(page)
            let now = try database.now()
            switch link.plan.target {
            case .draft: break
            case .revision(let number): _ = try database.requireRevision(number, of: page)
            case .release(let id):
                try database.loaded(page, at: now).value(database.requireRelease(id, of: page)).checkPreview()
            }
            try database.deleteLinks(endedBefore: Self.oldestListed(at: now))
            try PreviewLink.checkCount(active: database.activeLinks(to: page, at: now))
            let link = try database.insert(link, to: page, by: Authorship(by: context.actor.name, at: now))
            try database.append(.link("create", link, context), at: now)
            return ChangeOutcome(link.json(at: now))
        }
    }

    public func revokeLink(
        _ id: Int64, to page: String, _ context: ChangeContext
    ) async throws(PublishingError) -> PreviewLink {
        try await write(for: context) { database in
            let page = try database.lockedPage(page)
            let now = try database.now()
            let link = try database.requireLink(id, to: page)
            try link.checkRevocation(at: now)
            try database.revokeLink(id, by: Authorship(by: context.actor.name, at: now))
            try database.append(.link("revoke", link, context), at: now)
            return try database.requireLink(id, to: page)
        }
    }

    public func link(with secret: LinkSecret) async throws(PublishingError) -> PreviewLink? {
        let hash = secret.hash
        return try await read(isShort: true) { try $0.link(withHash: hash) }
    }

    public func recordUse(ofLink id: Int64) async throws(PublishingError) {
        let now = clock.now
        try await write { try $0.countUse(ofLink: id, at: now) }
    }

    private static func oldestListed(at now: Instant) -> Instant {
        now.adding(seconds: -PreviewLink.listedDays * 86_400)
    }
}
