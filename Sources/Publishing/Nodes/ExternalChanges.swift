/// Changes that other programs may have made.
public enum ExternalChanges: Sendable, Equatable {
    case everything
    /// Changed pages by slug, and feeds with a changed list of cards by name. Both are empty if no page is affected.
    case pages(Set<String>, feeds: Set<String> = [])

    /// The changes that a line of the audit log records.
    public init(action: String, page: String?) {
        // Page names also appear in the list of pages and in other pages' takeovers.
        if ["page.create", "page.rename", "page.delete"].contains(action) {
            self = .everything
        } else {
            self = .pages(page.map { [$0] } ?? [])
        }
    }

    /// Whether pages themselves were changed, not only lists of feeds.
    public var affectsPages: Bool {
        switch self {
        case .everything: true
        case .pages(let slugs, _): !slugs.isEmpty
        }
    }

    public mutating func formUnion(_ other: ExternalChanges) {
        switch (self, other) {
        case (.pages(let own, let ownFeeds), .pages(let others, let otherFeeds)):
            self = .pages(own.union(others), feeds: ownFeeds.union(otherFeeds))
        default: self = .everything
        }
    }
}
