import Synchronization

/// The layouts that are in use. A reload replaces them as a whole.
public final class CurrentLayouts: Sendable {
    private let state: Mutex<LayoutSet>
    /// The hash of the layouts of a number.
    private let lastHash = Mutex<(number: Int, hash: String)?>(nil)

    public init(_ catalog: BlockTypeCatalog) { state = Mutex(LayoutSet(catalog: catalog, number: 0)) }

    public var current: LayoutSet { state.withLock { $0 } }

    /// The hash of the layouts that are in use.
    public var hash: String {
        let current = current
        if let last = lastHash.withLock({ $0 }), last.number == current.number { return last.hash }
        let hash = current.catalog.hash
        lastHash.withLock { $0 = (current.number, hash) }
        return hash
    }

    /// Checks that each layout that pages use is there.
    ///
    /// - Parameter uses: each layout that pages use, with one of these pages.
    /// - Throws: ``PublishingError/conflict(_:)`` with the layouts that are missing.
    public func check(uses: [String: String]) throws(PublishingError) { try current.catalog.requireLayouts(uses) }

    /// Replaces the layouts, unless one that a page uses would be gone.
    ///
    /// - Parameter uses: each layout that pages use, with one of these pages.
    /// - Throws: ``PublishingError/conflict(_:)`` with the layouts that would be gone.
    public func replace(with catalog: BlockTypeCatalog, uses: [String: String]) throws(PublishingError) {
        try state.withLock { layouts throws(PublishingError) in
            try catalog.requireLayouts(uses.filter { layouts.catalog[$0.key] != nil })
            layouts = LayoutSet(catalog: catalog, number: layouts.number + 1)
        }
    }
}

/// A catalog, with the number of reloads before it.
public struct LayoutSet: Sendable {
    public let catalog: BlockTypeCatalog
    public let number: Int
}

/// Stored content that layouts refuse: it stays as it is, until someone changes it.
public struct RefusedContent: Sendable, CustomStringConvertible {
    public let page: String
    public let state: PageState
    public let issues: [String]

    /// Checks a page against layouts.
    ///
    /// - Returns: nil if they take its content.
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

    /// The first issues.
    public var description: String {
        let more = issues.count > 3 ? "; and \(issues.count - 3) more" : ""
        return "\(page), \(state): \(issues.prefix(3).joined(separator: "; "))\(more)"
    }
}

extension BlockTypeCatalog {
    /// Checks that the catalog has some layouts.
    ///
    /// - Parameter uses: a page that uses each layout.
    fileprivate func requireLayouts(_ uses: [String: String]) throws(PublishingError) {
        let missing = uses.filter { self[$0.key] == nil }.sorted { $0.key < $1.key }
        guard !missing.isEmpty else { return }
        let list = missing.map { "\($0.key) (page \($0.value))" }
        throw .conflict(
            "Layouts that pages use are missing: \(list.joined(separator: ", ")). Put their files back, or delete the "
                + "sections first.")
    }
}
