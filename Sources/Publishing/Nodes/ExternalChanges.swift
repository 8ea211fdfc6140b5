/// What other programs may have changed.
public enum ExternalChanges: Sendable, Equatable {
    case everything
    /// Pages by their slugs, and feeds by their names, whose list of cards is another one; none if what was changed is of no
    /// page.
    case pages(Set<String>, feeds: Set<String> = [])

    /// What a line of the audit log says was changed.
    public init(action: String, page: String?) {
        // Names of pages are on many pages' lists, and in takeovers.
        if ["page.create", "page.rename", "page.delete"].contains(action) {
            self = .everything
        } else {
            self = .pages(page.map { [$0] } ?? [])
        }
    }

    /// Whether pages themselves were changed, not only lists of feeds.
    public var concernsPages: Bool {
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
