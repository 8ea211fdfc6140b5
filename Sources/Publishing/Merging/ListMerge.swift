/// Merges two changes of one list of distinct elements. Which elements the result has is given; only their order is
/// decided here, so that the result always has each of them exactly once.
struct ListMerge {
    let old: [String]
    /// The list after the change that comes in.
    let new: [String]
    /// The elements that the result has. Each of them is in `new` or in the list that the change is merged into.
    let elements: Set<String>
    let preference: MergePreference

    struct Result: Equatable {
        var order: [String]
        /// Elements that both sides moved to different positions, and whether each stands where the change put it.
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

    /// `target` with the moves and additions of the change: each moved or added element follows the one that it
    /// follows in `new`. Merging the change once more into the result changes nothing.
    func merged(onto target: [String]) -> Result {
        let present = target.filter(elements.contains)
        let met = movedByBoth(present)
        guard preference == .target else {
            return Result(order: merged(present, keeping: []), conflicts: met.map { ($0, .incoming) })
        }
        // Which elements count as moved may be others for the result. So it is repeated until nothing changes: each time
        // fewer elements are kept.
        var (order, kept) = (present, Set(present))
        for _ in 0...elements.count {
            kept = keptElements(order)
            let next = merged(order, keeping: kept)
            if next == order { break }
            order = next
        }
        return Result(order: order, conflicts: met.map { ($0, kept.contains($0) ? .existing : .incoming) })
    }

    /// Elements that stay where the target has them: those that both sides moved or added, unless they stand where the
    /// change puts them.
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

    /// Elements that both sides moved, unless the moves come to the same.
    private func movedByBoth(_ present: [String]) -> [String] {
        let (inNew, inPresent) = (Set(new), Set(present))
        guard new.filter(inPresent.contains) != present.filter(inNew.contains) else { return [] }
        return moved.intersection(Self.moved(old, present)).sorted()
    }

    /// The list with each moved or added element after the one that it follows in `new`, among those that are not kept
    /// elsewhere.
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

    /// The fewest elements of both lists whose moving explains the second one.
    private static func moved(_ old: [String], _ new: [String]) -> Set<String> {
        let both = Set(old).intersection(new)
        return Set(MovedBlocks.between(old.filter(both.contains), new.filter(both.contains)))
    }
}
