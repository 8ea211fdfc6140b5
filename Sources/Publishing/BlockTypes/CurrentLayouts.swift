import Synchronization

/// The layouts that are in use. A reload replaces them as a whole.
public final class CurrentLayouts: Sendable {
    private let state: Mutex<LayoutSet>

    public init(_ catalog: BlockTypeCatalog) { state = Mutex(LayoutSet(catalog: catalog, number: 0)) }

    public var current: LayoutSet { state.withLock { $0 } }

    public func replace(with catalog: BlockTypeCatalog) {
        state.withLock { $0 = LayoutSet(catalog: catalog, number: $0.number + 1) }
    }
}

/// A catalog, with the number of reloads before it.
public struct LayoutSet: Sendable {
    public let catalog: BlockTypeCatalog
    public let number: Int
}

/// Stored content that layouts refuse: it stays as it is, until somebody changes it.
public struct RefusedContent: Sendable, CustomStringConvertible {
    public let page: String
    /// What of the page it is: `live`, `draft` or a planned release.
    public let state: String
    public let issues: [String]

    public init(page: String, state: String, issues: [String]) {
        self.page = page
        self.state = state
        self.issues = issues
    }

    /// The first issues.
    public var description: String {
        let more = issues.count > 3 ? "; and \(issues.count - 3) more" : ""
        return "\(page), \(state): \(issues.prefix(3).joined(separator: "; "))\(more)"
    }
}

extension PublishingError {
    /// Layouts that pages use would be gone.
    ///
    /// - Parameter uses: a page that uses each layout.
    public static func layoutsInUse(_ uses: [String: String]) -> PublishingError {
        let list = uses.sorted { $0.key < $1.key }.map { "\($0.key) (page \($0.value))" }
        return .conflict(
            "Layouts that pages use are missing: \(list.joined(separator: ", ")). Put their files back, or delete the "
                + "sections first.")
    }
}
