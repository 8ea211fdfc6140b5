import Foundation
public import HomeBlocks

/// A feed's definition, its last author and the state of its requests.
public struct FeedState: Sendable, Equatable {
    public let feed: Feed
    /// The revision of the definition; it increases with each change.
    public let revision: Int
    public let changed: Authorship
    public let progress: FeedProgress

    public init(_ feed: Feed, revision: Int, changed: Authorship, progress: FeedProgress) {
        self.feed = feed
        self.revision = revision
        self.changed = changed
        self.progress = progress
    }

    /// The entity tag of the definition. Requests to the upstream do not change it.
    public var tag: StateTag {
        let changed = "feed\n\(revision)\n\(self.changed.by)\n\(self.changed.at.milliseconds)\n"
        return StateTag(hashing: Data(changed.utf8) + Data(JSONValue.object(feed.json).encoded))
    }

    /// The definition with its metadata.
    public var json: JSONObject {
        var members = feed.json
        members[Feed.readOnlyMember] = [
            "etag": .string("\"\(tag.text)\""), "revision": JSONValue(revision), "changedBy": .string(changed.by),
            "changedAt": .string(changed.at.rfc3339),
        ]
        return members
    }

    /// Returns an element of the list of feeds: the definition and the state of its requests.
    ///
    /// - Parameter uses: the uses of each feed; nil to leave them out.
    public func listed(at now: Instant, uses: [String: [FeedUse]]?) -> JSONObject {
        var members = json
        members["state"] = .object(progress.json(of: feed, at: now))
        if let uses { members["uses"] = .array((uses[feed.name] ?? []).map(\.json)) }
        return members
    }

    /// The current state, for a caller that has an older one.
    var present: CurrentState {
        CurrentState("the feed", json: json, tag: tag, changedBy: changed.by, changedAt: changed.at)
    }

    /// Requires that a feed exists and meets a precondition.
    ///
    /// - Parameter state: nil if the feed does not exist.
    public static func require(
        _ state: FeedState?, _ name: String, _ precondition: Precondition
    ) throws(PublishingError) -> FeedState {
        guard let state else { throw .noFeed(name) }
        guard precondition.allows(state.tag) else { throw .changed(state.present) }
        return state
    }

    /// Checks that a feed may be created.
    public static func checkCreation(of feed: Feed, known: Set<String>) throws(PublishingError) {
        guard !known.contains(feed.name) else {
            throw .conflict("There is a feed \"\(feed.name)\" already. Change that one, or choose another name.")
        }
        guard known.count < Feed.maximumFeeds else {
            throw .conflict(
                "There are \(Feed.maximumFeeds) feeds, which is the limit. Delete one that no section uses.")
        }
    }
}

/// The state of a feed's requests.
public struct FeedProgress: Sendable, Equatable {
    /// The number of cards in the last good list; nil if there is none yet.
    public var cards: Int?
    /// The instant at which the list last changed.
    public var listedAt: Instant?
    /// The instant at which the upstream last confirmed the list.
    public var confirmedAt: Instant?
    /// The number of consecutive failures.
    public var failures = 0
    /// The reason that the last request failed; empty if it succeeded.
    public var problem = ""
    /// The instant at which the next request is due.
    public var dueAt = Instant(milliseconds: 0)

    public init() {}

    /// Whether the last request failed.
    public var isFailing: Bool { failures > 0 }

    /// Returns the instant from which the list is no longer shown; nil for never.
    public static func end(ofListConfirmedAt confirmedAt: Instant?, _ feed: Feed) -> Instant? {
        feed.ttl.flatMap { ttl in confirmedAt?.adding(seconds: ttl) }
    }

    /// A summary of the state.
    public enum Status: String, Sendable, CaseIterable {
        /// No list has been received yet.
        case pending
        case ok
        /// The last request failed; the last good list is shown.
        case failing
        /// The last good list has expired.
        case expired
    }

    public func status(of feed: Feed, at now: Instant) -> Status {
        if cards == nil { return failures > 0 ? .failing : .pending }
        if let end = Self.end(ofListConfirmedAt: confirmedAt, feed), end <= now { return .expired }
        return failures > 0 ? .failing : .ok
    }

    public func json(of feed: Feed, at now: Instant) -> JSONObject {
        [
            "status": .string(status(of: feed, at: now).rawValue), "cards": cards.map { JSONValue($0) } ?? .null,
            "listedAt": listedAt.map { .string($0.rfc3339) } ?? .null,
            "confirmedAt": confirmedAt.map { .string($0.rfc3339) } ?? .null,
            "failures": JSONValue(failures), "problem": problem.isEmpty ? .null : .string(problem),
            "dueAt": .string(dueAt.rfc3339),
        ]
    }
}

/// A section that uses a feed, in one of the states of a page.
public struct FeedUse: Sendable, Equatable {
    public let page: String
    public let state: PageState
    public let block: String
    public let showType: String

    public init(page: String, state: PageState, block: String, showType: String) {
        self.page = page
        self.state = state
        self.block = block
        self.showType = showType
    }

    public var json: JSONValue {
        [
            "page": .string(page), "state": state.stage, "release": state.release.map { JSONValue($0) } ?? .null,
            "block": .string(block),
        ]
    }

    private var description: String { "the section \"\(block)\" of the page \"\(page)\" (\(state))" }

    /// Checks that no section uses a feed.
    public static func checkDeletion(of name: String, _ uses: [FeedUse]) throws(PublishingError) {
        guard let first = uses.first else { return }
        let others = uses.count > 1 ? ", and \(uses.count - 1) more" : ""
        throw .conflict(
            "The feed \"\(name)\" fills \(first.description)\(others). Give the section another source first.")
    }

    /// Checks that the layout of a feed's cards is the layout of the sections that use it.
    public static func check(_ uses: [FeedUse], canShow feed: Feed) throws(PublishingError) {
        guard let first = uses.first(where: { $0.showType != feed.showType }) else { return }
        throw .conflict(
            "The feed \"\(feed.name)\" fills \(first.description), which has the layout \(first.showType). Keep "
                + "\"showType\", or give the section another source first.")
    }
}

extension PublishingError {
    public static func noFeed(_ name: String) -> PublishingError {
        .notFound("There is no feed \"\(name.prefix(64))\". GET /api/feeds lists them.")
    }
}
