/// What other programs may have changed.
public enum OutsideChanges: Sendable, Equatable {
    case everything
    /// Pages by their slugs; none if what was changed is of no page.
    case pages(Set<String>)

    /// What a line of the audit log says was changed.
    public init(action: String, page: String?) {
        // Names of pages are on many pages' lists, and in takeovers.
        if ["page.create", "page.rename", "page.delete"].contains(action) {
            self = .everything
        } else {
            self = .pages(page.map { [$0] } ?? [])
        }
    }

    public mutating func formUnion(_ other: OutsideChanges) {
        switch (self, other) {
        case (.pages(let own), .pages(let others)): self = .pages(own.union(others))
        default: self = .everything
        }
    }
}
