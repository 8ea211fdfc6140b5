import HomeBlocks
public import Publishing

/// The calendar of all pages.
extension SQLPageStore {
    public func calendar(
        _ range: CalendarRange, for rights: Rights
    ) async throws(PublishingError) -> [CalendarEntry] {
        let now = clock.now
        return try await read { database in
            try database.pages(for: rights).flatMap { page in
                try database.plans(of: page, in: range, at: now, for: rights)
                    + database.windows(of: page, in: range, at: now)
            }.sortedByInstant
        }
    }
}

extension SQLTransaction {
    /// Planned releases and takeovers of a page.
    fileprivate func plans(
        of page: PageRow, in range: CalendarRange, at now: Instant, for rights: Rights
    ) throws -> [CalendarEntry] {
        let releases = try loaded(page, at: now).pending.map { release in
            CalendarEntry(
                page: page.slug, .release(release.id), from: release.at, until: nil, message: release.message)
        }
        let takeovers = try takeovers(of: page).filter { $0.cancelled == nil }.map { takeover in
            let shows = rights.include(takeover.shows) ? takeover.shows : nil
            return CalendarEntry(
                page: page.slug, .takeover(takeover.id, shows: shows), from: takeover.from,
                until: takeover.plannedUntil, message: takeover.message)
        }
        return (releases + takeovers).filter { range.shows(from: $0.from, until: $0.until) }
    }

    /// Time windows of live blocks, and of blocks that differ in the draft.
    fileprivate func windows(of page: PageRow, in range: CalendarRange, at now: Instant) throws -> [CalendarEntry] {
        let loaded = try loaded(page, at: now)
        guard let live = loaded.live else { return [] }
        let shown = try timed(live)
        var entries = CalendarEntry.windows(of: shown.map(\.block), on: page.slug, .live, in: range)
        if let draft = loaded.draft {
            let known = Set(shown.map(\.version))
            let other = try timed(loaded.requireRevision(draft.revision)).filter { !known.contains($0.version) }
            entries += CalendarEntry.windows(of: other.map(\.block), on: page.slug, .draft, in: range)
        }
        return entries
    }

    /// The blocks of a revision that have an instant, either themselves or in their cards.
    private func timed(_ revision: StoredRevision) throws -> [(version: BlockVersionID, block: BlockResource)] {
        try blocks(of: revision, like: "%\"from\":\"%", or: "%\"until\":\"%")
    }
}
