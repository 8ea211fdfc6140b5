public import Publishing
import Synchronization

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
    ) async throws(PublishingError) -> (outcome: ChangeOutcome, isNew: Bool) {
        let isNew = Mutex(false)
        let outcome = try await changeOnce(context) { _, database, _ in
            let page = try database.lockedPage(page)
            let now = try database.now()
            switch link.plan.target {
            case .draft: break
            case .revision(let number): _ = try database.requireRevision(number, of: page)
            case .release(let id):
                try database.loaded(page, at: now).value(database.requireRelease(id, of: page)).checkLink()
            }
            try database.deleteLinks(endedBefore: Self.oldestListed(at: now))
            try PreviewLink.checkCount(active: database.activeLinks(to: page, at: now))
            let link = try database.insert(link, to: page, by: context.actor, at: now)
            try database.append(.link("create", link, context), at: now)
            isNew.withLock { $0 = true }
            return ChangeOutcome(link.json(at: now))
        }
        return (outcome, isNew.withLock(\.self))
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

    public func preview(
        of page: String?, with secret: LinkSecret
    ) async throws(PublishingError) -> PreviewedRevision? {
        let (hash, now) = (secret.hash, clock.now)
        // One transaction: the page may be renamed, and another one may get its name.
        return try await read { database in
            let link = try PreviewLink.require(try database.link(withHash: hash), at: now)
            guard link.shows(page) else { return nil }
            switch link.plan.target {
            case .draft:
                return PreviewedRevision(link, try stage(.draft, of: link.page, at: now, database).liveRevision())
            case .revision, .release:
                let page = try database.requirePage(link.page)
                return try database.previewed(by: link, of: page, at: now)
            }
        }
    }

    public func linkApprover(with secret: LinkSecret) async throws(PublishingError) -> LinkApprover {
        let hash = secret.hash
        return try await read { database in
            guard let approver = try database.linkApprover(withHash: hash) else { throw PublishingError.unknownLink }
            return approver
        }
    }

    public func recordUses(_ count: Int, ofLink id: Int64) async throws(PublishingError) {
        let now = clock.now
        try await write { try $0.addUses(count, ofLink: id, at: now) }
    }

    private static func oldestListed(at now: Instant) -> Instant {
        now.adding(seconds: -PreviewLink.listedDays * 86_400)
    }
}

extension SQLTransaction {
    /// The revision that a link to a revision or to a planned release shows; nil for a link to the draft.
    func previewed(by link: PreviewLink, of page: PageRow, at now: Instant) throws -> PreviewedRevision? {
        switch link.plan.target {
        case .draft: return nil
        case .revision(let number):
            return PreviewedRevision(link, try liveRevision(requireRevision(number, of: page), of: page))
        case .release(let id):
            let release = try loaded(page, at: now).value(requireRelease(id, of: page))
            try release.checkPreview()
            let revision = try liveRevision(requireRevision(release.revision, of: page), of: page)
            return PreviewedRevision(link, revision, start: release.at)
        }
    }
}
