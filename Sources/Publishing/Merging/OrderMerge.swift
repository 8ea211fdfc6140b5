/// Makes in one list what was done to another.
enum OrderMerge {
    /// `target` with what moved or came between `old` and `new` moved and put in likewise: each such element stands
    /// after the one it follows in `new`. What the target lacks of `old` stays away.
    ///
    /// - Parameter kept: elements that stay where the target has them.
    static func merged(
        from old: [String], to new: [String], onto target: [String], keeping kept: Set<String> = []
    ) -> [String] {
        if old == target { return new }
        let (was, has) = (Set(old), Set(target))
        let both = Set(new).intersection(was)
        let moved = Set(MovedBlocks.between(old.filter(both.contains), new.filter(both.contains))).subtracting(kept)
        let added = Set(new).subtracting(was)
        let placed = moved.intersection(has).union(added)
        var result = target.filter { !placed.contains($0) }
        var present = Set(result)
        var last: String?
        for element in new {
            if placed.contains(element) {
                let place = last.flatMap { result.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
                result.insert(element, at: place)
                present.insert(element)
            }
            if present.contains(element) { last = element }
        }
        return result
    }

    /// An order with pinned blocks brought to the places that they keep.
    static func settled(_ order: [String], pins: [String: Pin]) -> [String] {
        order.filter { pins[$0] == .first } + order.filter { pins[$0] == nil } + order.filter { pins[$0] == .last }
    }
}
