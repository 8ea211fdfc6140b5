import Synchronization

/// The layouts in use. A reload replaces all of them together.
public final class CurrentLayouts: Sendable {
    private let state: Mutex<LayoutSet>
    /// The last computed hash, with the number of its layouts.
    private let lastHash = Mutex<(number: Int, hash: String)?>(nil)

    public init(_ catalog: BlockTypeCatalog) { state = Mutex(LayoutSet(catalog: catalog, number: 0)) }

    public var current: LayoutSet { state.withLock { $0 } }

    /// The hash of the layouts in use.
    public var hash: String {
        let current = current
        if let last = lastHash.withLock({ $0 }), last.number == current.number { return last.hash }
        let hash = current.catalog.hash
        lastHash.withLock { $0 = (current.number, hash) }
        return hash
    }

    /// Checks that all layouts that pages use exist.
    ///
    /// - Parameter uses: the layouts that pages use, each with one of these pages.
    /// - Throws: ``PublishingError/conflict(_:)`` with the missing layouts.
    public func check(uses: [String: String]) throws(PublishingError) { try current.catalog.requireLayouts(uses) }

    /// Replaces the layouts, unless one that a page uses would be missing.
    ///
    /// - Parameter uses: the layouts that pages use, each with one of these pages.
    /// - Throws: ``PublishingError/conflict(_:)`` with the layouts that would be missing.
    public func replace(with catalog: BlockTypeCatalog, uses: [String: String]) throws(PublishingError) {
        try state.withLock { layouts throws(PublishingError) in
            try catalog.requireLayouts(uses.filter { layouts.catalog[$0.key] != nil })
            layouts = LayoutSet(catalog: catalog, number: layouts.number + 1)
        }
    }
}

/// A catalog and the number of reloads before it.
public struct LayoutSet: Sendable {
    public let catalog: BlockTypeCatalog
    public let number: Int
}

/// Stored content that the layouts reject. It is kept until someone changes it.
public struct RefusedContent: Sendable, CustomStringConvertible {
    public let page: String
    public let state: PageState
    public let issues: [String]

    /// Checks a page against layouts.
    ///
    /// - Returns: nil if the layouts accept its content.
    public init?(_ document: PageDocument, of page: PageInfo, state: PageState, by catalog: BlockTypeCatalog) {
        do {
            try document.validate(catalog, client: page.client)
            return nil
        } catch {
            self.page = page.slug
            self.state = state
            issues = StoreIssue.lines(error)
        }
    }

    /// The page, its state and the first issues.
    public var description: String {
        let more = issues.count > 3 ? "; and \(issues.count - 3) more" : ""
        return "\(page), \(state): \(issues.prefix(3).joined(separator: "; "))\(more)"
    }
}

extension BlockTypeCatalog {
    /// Checks that the catalog has the layouts in use.
    ///
    /// - Parameter uses: a page for each layout.
    fileprivate func requireLayouts(_ uses: [String: String]) throws(PublishingError) {
        let missing = uses.filter { self[$0.key] == nil }.sorted { $0.key < $1.key }
        guard !missing.isEmpty else { return }
        let list = missing.map { "\($0.key) (page \($0.value))" }
        throw .conflict(
            "Layouts that pages use are missing: \(list.joined(separator: ", ")). Put their files back, or delete the "
                + "sections first.")
    }
}
