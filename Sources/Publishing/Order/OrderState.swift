import Foundation
public import HomeBlocks

/// A page's order as it stands: what `GET /sort` returns.
public struct OrderState: Sendable, Equatable {
    public let page: String
    /// The revision that made the order what it is. Revisions that only changed content do not count, so
    /// that the order's tag changes only with the order.
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

    /// The validator of this state.
    public var tag: StateTag {
        StateTag(hashing: Data("order\n\(page)\n\(revision)\n\(order.joined(separator: "\n"))".utf8))
    }

    /// The order that merging another one into this one made. What equals one of the two is that one; anything else has
    /// the later one's revision and author, so that its tag is the same whenever it is made.
    public func merged(with source: OrderState, to merged: [String]) -> OrderState {
        if let same = [self, source].first(where: { $0.order == merged }) { return same }
        let last = revision < source.revision ? source : self
        return OrderState(
            page: page, revision: last.revision, order: merged, changedBy: last.changedBy, changedAt: last.changedAt)
    }
}

extension OrderState {
    /// The order as clients read it: the list, and each block's place in it.
    public var json: JSONObject {
        let places = order.enumerated().map { ($1, JSONValue($0)) }
        return [
            "page": .string(page), "revision": JSONValue(revision), "order": .array(order.map { .string($0) }),
            "index": .object(JSONObject(places, uniquingKeysWith: { $1 })),
        ]
    }

    /// The fewest blocks whose moving explains the order; none if it is what it was.
    public func moved(from old: OrderState) -> [String] {
        ChangeSummary(oldOrder: old.order, newOrder: order, changed: []).moved
    }

    /// What a caller gets who knows an older state.
    public var present: CurrentState {
        CurrentState("the order", json: json, tag: tag, changedBy: changedBy, changedAt: changedAt)
    }
}
