import Foundation
public import HomeBlocks

/// A page's current order, as `GET /sort` returns it.
public struct OrderState: Sendable, Equatable {
    public let page: String
    /// The revision that last changed the order. Revisions that changed only content do not count, so the order's ETag
    /// changes only with the order.
    public let revision: Int
    public let order: [String]
    public let changedBy: String
    public let changedAt: Instant

    public init(page: String, revision: Int, order: [String], changedBy: String, changedAt: Instant) {
        self.page = page
        self.revision = revision
        self.order = order
        self.changedBy = changedBy
        self.changedAt = changedAt
    }

    /// The ETag of this state.
    public var tag: StateTag {
        StateTag(hashing: Data("order\n\(page)\n\(revision)\n\(order.joined(separator: "\n"))".utf8))
    }

    /// The result of merging another order into this one. If it equals one of the two, it is that one. Otherwise it has
    /// the later one's revision and author, so that its ETag does not depend on when it is computed.
    public func merged(with source: OrderState, to merged: [String]) -> OrderState {
        if let same = [self, source].first(where: { $0.order == merged }) { return same }
        let last = revision < source.revision ? source : self
        return OrderState(
            page: page, revision: last.revision, order: merged, changedBy: last.changedBy, changedAt: last.changedAt)
    }
}

extension OrderState {
    /// The order as clients read it: the list, and each block's position in it.
    public var json: JSONObject {
        let places = order.enumerated().map { ($1, JSONValue($0)) }
        return [
            "page": .string(page), "revision": JSONValue(revision), "order": .array(order.map { .string($0) }),
            "index": .object(JSONObject(places, uniquingKeysWith: { $1 })),
        ]
    }

    /// The smallest set of blocks whose moves explain the new order; empty if it is unchanged.
    public func moved(from old: OrderState) -> [String] {
        ChangeSummary(oldOrder: old.order, newOrder: order, changed: []).moved
    }

    /// The current state, for callers that know an older one.
    public var present: CurrentState {
        CurrentState("the order", json: json, tag: tag, changedBy: changedBy, changedAt: changedAt)
    }
}
