public import HomeBlocks

/// What came of a request to an upstream.
public struct FeedResponse: Sendable {
    public enum Body: Sendable {
        /// The upstream says that the list is the one of the tag that was sent.
        case unchanged
        case json(JSONValue)
        /// There is no list; the text says why.
        case failure(String)
    }

    public let body: Body
    /// The status of the last response; nil if there was none.
    public let status: Int?
    /// The upstream's `ETag`.
    public let tag: String?
    /// The address that responded, after redirects; nil if there was no response.
    public let address: String?
    /// Whether there is no list because the upstream took too long.
    public let isTimeout: Bool
    public let milliseconds: Int

    public init(
        _ body: Body, status: Int?, tag: String? = nil, address: String? = nil, isTimeout: Bool = false,
        milliseconds: Int
    ) {
        self.body = body
        self.status = status
        self.tag = tag
        self.address = address
        self.isTimeout = isTimeout
        self.milliseconds = milliseconds
    }
}

/// Requests the lists of upstreams.
public protocol FeedFetching: Sendable {
    /// Sends the request of a feed. It ends within the feed's time limit, whatever the upstream does.
    ///
    /// - Parameter tag: the `ETag` of the last list; nil requests the list in any case.
    func fetch(_ feed: Feed, ifNot tag: String?) async -> FeedResponse
}

/// The right to request a feed's list: no other node has it in the meantime.
public struct FeedClaim: Sendable {
    public let feed: Feed
    public let id: Int64
    /// Unique to this attempt.
    public let token: String
    /// The hash of the last good list.
    public let hash: [UInt8]?
    /// The upstream's `ETag` of that list, if it was mapped with the present definition and layouts.
    public let tag: String?
    public let failures: Int
    /// When the last good list is not shown any more; nil if that is never.
    public let listEndsAt: Instant?

    public init(
        feed: Feed, id: Int64, token: String, hash: [UInt8]?, tag: String?, failures: Int, listEndsAt: Instant?
    ) {
        self.feed = feed
        self.id = id
        self.token = token
        self.hash = hash
        self.tag = tag
        self.failures = failures
        self.listEndsAt = listEndsAt
    }

    /// Whether the last request failed.
    public var isFailing: Bool { failures > 0 }

    /// For how many seconds others leave the feed alone, if this node never says what came of it.
    public static func seconds(for feed: Feed) -> Int { feed.timeout + 30 }
}

/// What a refresh comes to.
public struct FeedResult: Sendable {
    public enum Outcome: String, Sendable, CaseIterable {
        /// The list is another one.
        case updated
        case unchanged
        /// The upstream's list makes no good card; the last good list stays.
        case refused
        /// There was no list; the last good list stays.
        case failed
    }

    public let outcome: Outcome
    public let response: FeedResponse
    public let mapping: FeedMapping.Outcome?
    /// The new cards and their hash, if the outcome is ``Outcome/updated``.
    public let cards: [JSONValue]
    public let hash: [UInt8]
    /// What went wrong; empty if nothing did.
    public let problem: String

    /// Decides what a response comes to.
    ///
    /// - Parameter hash: the hash of the last good list.
    public init(_ response: FeedResponse, of feed: Feed, hash known: [UInt8]?, _ catalog: BlockTypeCatalog) {
        self.response = response
        switch response.body {
        case .unchanged:
            (outcome, mapping, cards, hash, problem) = (.unchanged, nil, [], [], "")
        case .failure(let reason):
            (outcome, mapping, cards, hash, problem) = (.failed, nil, [], [], reason)
        case .json(let json):
            let mapping = FeedMapping(feed, catalog, address: response.address).map(json)
            self.mapping = mapping
            cards = mapping.cards.map(\.card)
            hash = Digest.sha256(JSONValue.array(cards).encoded)
            if cards.isEmpty {
                outcome = .refused
                let first = mapping.faults.first
                let reason = first.map { ": \($0.item?.description ?? "") \($0.reason)" } ?? ""
                problem = "the response makes no card\(reason)"
            } else {
                outcome = hash == known ? .unchanged : .updated
                problem = ""
            }
        }
    }

    /// Whether another list is shown because of it than before: a new one, or one whose time was over.
    public func isOtherList(than claim: FeedClaim, at now: Instant) -> Bool {
        outcome == .updated || outcome == .unchanged && claim.listEndsAt.map { $0 <= now } ?? false
    }

    public var isGood: Bool { outcome == .updated || outcome == .unchanged }

    /// What a dry run returns: each item beside its card, and the faults.
    public func json(items: JSONPointer) -> JSONObject {
        var members: JSONObject = [
            "outcome": .string(outcome.rawValue), "status": response.status.map { JSONValue($0) } ?? .null,
            "milliseconds": JSONValue(response.milliseconds), "problem": problem.isEmpty ? .null : .string(problem),
            "items": mapping?.itemCount.map { JSONValue($0) } ?? .null,
            "faults": [], "faultCount": JSONValue(mapping?.faultCount ?? 0), "cards": [], "lists": [],
        ]
        guard case .json(let json) = response.body, let mapping else { return members }
        members["faults"] = .array(mapping.faults.map { $0.json(in: json) })
        members["lists"] = .array(FeedMapping.lists(in: json).map { .string($0.description) })
        members["cards"] = .array(
            mapping.cards.map { index, card in
                let pointer = items.appending(index)
                return [
                    "item": .string(pointer.description), "upstream": json[pointer: pointer] ?? .null, "card": card,
                ]
            })
        return members
    }

    /// A line of the log.
    public func logEntry(at now: Instant, requestedBy name: String?) -> FeedLogEntry {
        FeedLogEntry(
            id: 0, at: now, outcome: outcome, status: response.status, cards: mapping?.cards.count,
            faults: mapping?.faults.map(\.json) ?? [], faultCount: mapping?.faultCount ?? 0, problem: problem,
            milliseconds: response.milliseconds, requestedBy: name)
    }
}

/// When a feed is requested next.
public enum FeedSchedule {
    private static let longestPause = 3600

    /// Whether of two feeds that are due one is requested before the other: those that fail come last, so that upstreams
    /// that do not respond delay no others.
    public static func isBefore(_ first: FeedProgress, _ second: FeedProgress) -> Bool {
        first.isFailing == second.isFailing ? first.dueAt < second.dueAt : second.isFailing
    }

    /// Milliseconds until the next request: the interval, doubled for each failure after the second one up to eight times the
    /// interval or an hour, and up to a tenth more, so that feeds that were made at once are not requested at once for ever.
    /// An upstream that was gone for a moment is back within the interval.
    ///
    /// - Parameter chance: a random number from 0 to 1.
    public static func milliseconds(_ feed: Feed, failures: Int, chance: Double) -> Int64 {
        let most = max(feed.interval, min(feed.interval * 8, longestPause))
        let pause = min(most, feed.interval << min(max(failures - 2, 0), 3))
        return Int64(Double(pause * 1000) * (1 + 0.1 * min(max(chance, 0), 1)))
    }
}

/// A line of a feed's log.
public struct FeedLogEntry: Sendable, Equatable {
    public let id: Int64
    public let at: Instant
    public let outcome: FeedResult.Outcome
    public let status: Int?
    /// How many good cards the response made; nil if there was no list.
    public let cards: Int?
    /// The first faults as JSON.
    public let faults: [JSONValue]
    public let faultCount: Int
    public let problem: String
    public let milliseconds: Int
    /// Who asked for the refresh; nil if it was due.
    public let requestedBy: String?

    /// How many lines of each feed are kept.
    public static let maximumEntries = 200

    public init(
        id: Int64, at: Instant, outcome: FeedResult.Outcome, status: Int?, cards: Int?, faults: [JSONValue],
        faultCount: Int, problem: String, milliseconds: Int, requestedBy: String?
    ) {
        self.id = id
        self.at = at
        self.outcome = outcome
        self.status = status
        self.cards = cards
        self.faults = faults
        self.faultCount = faultCount
        self.problem = problem
        self.milliseconds = milliseconds
        self.requestedBy = requestedBy
    }

    public var json: JSONObject {
        [
            "at": .string(at.rfc3339), "outcome": .string(outcome.rawValue),
            "status": status.map { JSONValue($0) } ?? .null, "cards": cards.map { JSONValue($0) } ?? .null,
            "faults": .array(faults), "faultCount": JSONValue(faultCount),
            "problem": problem.isEmpty ? .null : .string(problem), "milliseconds": JSONValue(milliseconds),
            "requestedBy": requestedBy.map { .string($0) } ?? .null,
        ]
    }
}
