/// A repair that was made to a page.
public enum PageRepair: Sendable, Equatable, CustomStringConvertible {
    /// Changes that a wrong clock had dated in the future were dated back.
    case datedBack(count: Int, to: Instant, from: Instant, live: Int)
    /// A draft that could not be merged with a live revision keeps only its own content.
    case rebasedDraft(base: Int, live: Int)
    /// A block whose code cannot be used in a URL was renamed.
    case renamedBlock(String, to: String)

    public var description: String {
        switch self {
        case .datedBack(let count, let now, let last, let live):
            "Changes backdated to \(now.rfc3339): \(count). A wrong clock had dated them as late as \(last.rfc3339). "
                + "Revision \(live) stays live; if it shows content planned for later, roll the page back."
        case .rebasedDraft(let base, let live):
            "The draft could not be merged with revision \(live). It now has only its own content, without the changes "
                + "that became live since revision \(base): compare the two before you publish."
        case .renamedBlock(let old, let new): "Renamed the block \"\(old)\" to \"\(new)\"."
        }
    }

    /// Returns the edit that renames blocks of a revision.
    public static func renaming(
        _ names: [String: String], in order: [String], _ block: (String) throws -> BlockResource?
    ) rethrows -> SnapshotEdit {
        let old = order.filter { names[$0] != nil }
        let put = try old.compactMap { code in
            var renamed = try block(code)
            renamed?.blockCode = names[code] ?? code
            return renamed
        }
        return SnapshotEdit(order: order.map { names[$0] ?? $0 }, put: put, removed: Set(old))
    }
}
