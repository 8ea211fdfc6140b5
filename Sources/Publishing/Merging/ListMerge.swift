/// Merges two changes of a list of distinct elements. The elements of the result are given and only their order is
/// computed, so the result always has each of them exactly once.
struct ListMerge {
    let old: [String]
    /// The list after the incoming change.
    let new: [String]
    /// The elements of the result. Each of them is in `new` or in the list that the change is merged into.
    let elements: Set<String>
    let preference: MergePreference

    struct Result: Equatable {
        var order: [String]
        /// Elements that both sides moved to different positions, each with the side whose position was kept.
        var conflicts: [(element: String, kept: MergeConflict.Side)]

        static func == (left: Result, right: Result) -> Bool {
            left.order == right.order
                && left.conflicts.map(\.element) == right.conflicts.map(\.element)
                && left.conflicts.map(\.kept) == right.conflicts.map(\.kept)
        }
    }

    /// Elements of the result that the change moved.
    private let moved: Set<String>
    /// Elements of the result that the change added.
    private let added: Set<String>

    init(from old: [String], to new: [String], keeping elements: Set<String>, preferring preference: MergePreference) {
        self.old = old.filter(elements.contains)
        self.new = new.filter(elements.contains)
        self.elements = elements
        self.preference = preference
        moved = Self.moved(self.old, self.new)
        added = Set(self.new).subtracting(old)
    }

    /// Applies the moves and additions of the change to `target`: each moved or added element follows the one that it
    /// follows in `new`. Merging the change into the result again changes nothing.
    func merged(onto target: [String]) -> Result {
        let present = target.filter(elements.contains)
        let met = movedByBoth(present)
        guard preference == .target else {
            return Result(order: merged(present, keeping: []), conflicts: met.map { ($0, .incoming) })
        }
        // Different elements may count as moved in the result, so this is repeated until nothing changes. Each pass
        // keeps fewer elements.
        var (order, kept) = (present, Set(present))
        for _ in 0...elements.count {
            kept = keptElements(order)
            let next = merged(order, keeping: kept)
            if next == order { break }
            order = next
        }
        return Result(order: order, conflicts: met.map { ($0, kept.contains($0) ? .existing : .incoming) })
    }

    /// Elements that stay where the target has them: those that both sides moved or added, unless they already are
    /// where the change puts them.
    private func keptElements(_ present: [String]) -> Set<String> {
        let candidates = Set(movedByBoth(present)).union(added.intersection(present))
        let predecessors = Dictionary(zip(present.dropFirst(), present), uniquingKeysWith: { first, _ in first })
        var kept: Set<String> = []
        var last: String?
        for element in new {
            if candidates.contains(element), predecessors[element] != last {
                kept.insert(element)
            } else {
                last = element
            }
        }
        return kept
    }

    /// Elements that both sides moved, unless both moves have the same result.
    private func movedByBoth(_ present: [String]) -> [String] {
        let (inNew, inPresent) = (Set(new), Set(present))
        guard new.filter(inPresent.contains) != present.filter(inNew.contains) else { return [] }
        return moved.intersection(Self.moved(old, present)).sorted()
    }

    /// Puts each moved or added element after the one that it follows in `new`, ignoring the kept elements.
    private func merged(_ present: [String], keeping kept: Set<String>) -> [String] {
        let placed = moved.union(added).subtracting(kept)
        var result = present.filter { !placed.contains($0) }
        var last: String?
        for element in new where !kept.contains(element) {
            if placed.contains(element) {
                let index = last.flatMap { result.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
                result.insert(element, at: index)
            }
            last = element
        }
        return result
    }

    /// The smallest set of common elements whose moves explain the second list.
    private static func moved(_ old: [String], _ new: [String]) -> Set<String> {
        let both = Set(old).intersection(new)
        return Set(MovedBlocks.between(old.filter(both.contains), new.filter(both.contains)))
    }
}
