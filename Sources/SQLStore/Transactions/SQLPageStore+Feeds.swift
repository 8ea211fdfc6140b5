import Foundation
public import Publishing

/// Feeds, their lists and their logs.
extension SQLPageStore {
    // MARK: Definitions

    public func feeds() async throws(PublishingError) -> [FeedState] {
        try await read { try $0.feeds().map(\.state) }
    }

    public func feedUses(for rights: Rights) async throws(PublishingError) -> [String: [FeedUse]] {
        let now = clock.now
        return try await read { database in
            Dictionary(grouping: try database.feedUses(at: now, for: rights)) { $0.feed }.mapValues { $0.map(\.use) }
        }
    }

    public func feed(_ name: String) async throws(PublishingError) -> FeedState {
        try await read { try $0.requireFeed(name).state }
    }

    public func createFeed(_ feed: Feed, _ context: ChangeContext) async throws(PublishingError) -> ChangeOutcome {
        try await changeOnce(context) { _, database, _ in
            try database.lock(.feedNames)
            try FeedState.checkCreation(of: feed, known: Set(database.feedLayouts().keys))
            let created = Authorship(by: context.actor.name, at: try database.now())
            try database.insert(feed, by: created)
            let state = try database.requireFeed(feed.name).state
            try database.append(.feed("create", to: state, context), at: created.at)
            return ChangeOutcome(state.json, tag: state.tag)
        }
    }

    public func replaceFeed(_ feed: Feed, _ context: ChangeContext) async throws(PublishingError) -> FeedState {
        try await write(for: context) { database in
            let row = try database.lockedFeed(feed.name, for: .deletion)
            let old = try FeedState.require(row?.state, feed.name, context.precondition)
            guard let row, old.feed != feed else { return old }
            let changed = Authorship(by: context.actor.name, at: try database.now())
            if old.feed.showType != feed.showType {
                try FeedUse.check(try database.uses(of: feed.name, at: changed.at), canShow: feed)
            }
            // Clients of reviewed pages would get other lists.
            let pages = Set(try database.uses(of: feed.name, at: changed.at).map(\.page))
            for page in try database.pages() where pages.contains(page.slug) {
                if let entry = try page.info.bypass(context) { try database.append(entry, at: changed.at) }
            }
            try database.update(row, to: feed, by: changed)
            let state = try database.requireFeed(feed.name).state
            try database.append(.feed("change", from: old, to: state, context), at: changed.at)
            return state
        }
    }

    public func deleteFeed(_ name: String, _ context: ChangeContext) async throws(PublishingError) -> FeedState {
        try await write(for: context) { database in
            let row = try database.lockedFeed(name, for: .deletion)
            let state = try FeedState.require(row?.state, name, context.precondition)
            let now = try database.now()
            try FeedUse.checkDeletion(of: name, try database.uses(of: name, at: now))
            if let row { try database.delete(row) }
            try database.append(.feed("delete", from: state, to: nil, context), at: now)
            return state
        }
    }

    public func feedLog(
        _ name: String, _ range: ListRange
    ) async throws(PublishingError) -> ListPage<FeedLogEntry> {
        try await read { database in
            let feed = try database.requireFeed(name)
            let entries = try database.feedLog(of: feed, before: range.after?.first, limit: range.limit + 1)
            return ListPage(entries, in: range) { ListRange.cursor($0.id) }
        }
    }

    // MARK: Lists

    public func feedLists(_ names: Set<String>) async throws(PublishingError) -> [String: FeedList] {
        if names.isEmpty { return [:] }
        return try await read { try $0.feedLists(names) }
    }

    // MARK: Refreshing

    /// Changes when the same response may be mapped to different cards.
    private var mappingHash: String { "\(catalog.hash)-\(FeedMapping.version)" }

    public func nextFeedDue() async throws(PublishingError) -> Instant? {
        try await read { database in
            let due = "CASE WHEN due_at > claimed_until THEN due_at ELSE claimed_until END"
            return try database.number("SELECT min(\(due)) FROM feeds").map(Instant.init(milliseconds:))
        }
    }

    public func claimDueFeeds(limit: Int, failing: Int) async throws(PublishingError) -> [FeedClaim] {
        let layouts = mappingHash
        return try await write { database in
            let now = try database.now()
            let due = try database.feeds().filter { $0.state.progress.dueAt <= now }
                .sorted { FeedSchedule.isBefore($0.state.progress, $1.state.progress) }
            var claims: [FeedClaim] = []
            for feed in due where claims.count < limit {
                if feed.state.progress.isFailing, claims.count(where: \.isFailing) >= failing { break }
                let token = UUID().uuidString
                if let claim = try database.claim(feed, token: token, at: now, onlyDue: true, layouts: layouts) {
                    claims.append(claim)
                }
            }
            return claims
        }
    }

    public func claimFeed(_ name: String) async throws(PublishingError) -> FeedClaim {
        let layouts = mappingHash
        return try await write { database in
            let feed = try database.requireFeed(name)
            let claim = try database.claim(
                feed, token: UUID().uuidString, at: try database.now(), onlyDue: false, layouts: layouts)
            guard let claim else {
                throw PublishingError.conflict(
                    "The feed \"\(name)\" is already being refreshed. See its log for the result.")
            }
            return claim
        }
    }

    public func finish(
        _ claim: FeedClaim, _ result: FeedResult, pause: Int64, requestedBy name: String?
    ) async throws(PublishingError) -> Bool {
        let layouts = mappingHash
        return try await write { database in
            let now = try database.now()
            let dueAt = Instant(milliseconds: now.milliseconds + pause)
            let isChanged = try database.finish(claim, result, at: now, dueAt: dueAt, layouts: layouts)
            guard let isChanged else { return false }
            try database.append(result.logEntry(at: now, requestedBy: name), of: claim.id)
            return isChanged
        }
    }

    public func release(_ claim: FeedClaim) async throws(PublishingError) {
        try await write { try $0.release(claim) }
    }
}
