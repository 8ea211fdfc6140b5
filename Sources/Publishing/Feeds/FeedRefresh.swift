public import HomeBlocks

/// The result of a request to an upstream.
public struct FeedResponse: Sendable {
    public enum Body: Sendable {
        /// The upstream confirms that the list with the sent tag is current.
        case unchanged
        case json(JSONValue)
        /// There is no list, for the given reason.
        case failure(String)
    }

    public let body: Body
    /// The status of the last response; nil if there was none.
    public let status: Int?
    /// The upstream's `ETag`.
    public let tag: String?
    /// The address of the final response, after redirects; nil if there was no response.
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

/// Requests lists from upstreams.
public protocol FeedFetching: Sendable {
    /// Sends the request of a feed. It ends within the feed's time limit, whatever the upstream does.
    ///
    /// - Parameter tag: the `ETag` of the last list; nil to request the list unconditionally.
    func fetch(_ feed: Feed, ifNot tag: String?) async -> FeedResponse
}

/// The exclusive right of a node to request a feed's list.
public struct FeedClaim: Sendable {
    public let feed: Feed
    public let id: Int64
    /// Unique to this attempt.
    public let token: String
    /// The hash of the last good list.
    public let hash: [UInt8]?
    /// The upstream's `ETag` of that list, if it was mapped with the current definition and layouts.
    public let tag: String?
    public let failures: Int
    /// The instant from which the last good list is no longer shown; nil for never.
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

    /// Returns the number of seconds for which other nodes do not request the feed if this node never reports a result.
    public static func seconds(for feed: Feed) -> Int { feed.timeout + 30 }
}

/// The result of a refresh.
public struct FeedResult: Sendable {
    public enum Outcome: String, Sendable, CaseIterable {
        /// The list has changed.
        case updated
        case unchanged
        /// The upstream's list does not make a valid card; the last good list stays.
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
    /// The problem; empty if there was none.
    public let problem: String

    /// Determines the result of a response.
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
                problem = "no item of the response makes a valid card\(reason)"
            } else {
                outcome = hash == known ? .unchanged : .updated
                problem = ""
            }
        }
    }

    /// Whether it changes the list that is shown: the list is new, or it had expired.
    public func isOtherList(than claim: FeedClaim, at now: Instant) -> Bool {
        outcome == .updated || outcome == .unchanged && claim.listEndsAt.map { $0 <= now } ?? false
    }

    public var isGood: Bool { outcome == .updated || outcome == .unchanged }

    /// Returns the response to a dry run: each item next to its card, and the issues.
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

    /// Returns an entry for the feed's log.
    public func logEntry(at now: Instant, requestedBy name: String?) -> FeedLogEntry {
        FeedLogEntry(
            id: 0, at: now, outcome: outcome, status: response.status, cards: mapping?.cards.count,
            faults: mapping?.faults.map(\.json) ?? [], faultCount: mapping?.faultCount ?? 0, problem: problem,
            milliseconds: response.milliseconds, requestedBy: name)
    }
}

/// The times of a feed's requests.
public enum FeedSchedule {
    private static let maximumPause = 3600

    /// Whether the first of two due feeds is requested before the second. Failing feeds come last, so that upstreams
    /// that do not respond do not delay others.
    public static func isBefore(_ first: FeedProgress, _ second: FeedProgress) -> Bool {
        first.isFailing == second.isFailing ? first.dueAt < second.dueAt : second.isFailing
    }

    /// Returns the number of milliseconds until the next request. It is the interval, doubled for each failure after
    /// the second one up to eight times the interval or an hour, plus up to a tenth, so that feeds that were created
    /// together are not always requested together. An upstream that fails briefly is requested again within the
    /// interval.
    ///
    /// - Parameter chance: a random number from 0 to 1.
    public static func milliseconds(_ feed: Feed, failures: Int, chance: Double) -> Int64 {
        let most = max(feed.interval, min(feed.interval * 8, maximumPause))
        let pause = min(most, feed.interval << min(max(failures - 2, 0), 3))
        return Int64(Double(pause * 1000) * (1 + 0.1 * min(max(chance, 0), 1)))
    }
}

/// An entry of a feed's log.
public struct FeedLogEntry: Sendable, Equatable {
    public let id: Int64
    public let at: Instant
    public let outcome: FeedResult.Outcome
    public let status: Int?
    /// The number of valid cards in the response; nil if there was no list.
    public let cards: Int?
    /// The first issues, as JSON.
    public let faults: [JSONValue]
    public let faultCount: Int
    public let problem: String
    public let milliseconds: Int
    /// The operator who requested the refresh; nil if it was due.
    public let requestedBy: String?

    /// The maximum number of entries for each feed.
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
