import HomeBlocks

/// Lays what changed between two values over a third one that came from the first, too.
struct ThreeWayMerge {
    /// Where the third value had a change of its own that gave way.
    private(set) var overridden: [JSONPointer] = []
    /// The list that is merged element by element: the cards.
    let items: JSONPointer?

    init(items: JSONPointer?) { self.items = items }

    /// `target` with everything that differs between `old` and `new`; nil stands for no member at all.
    mutating func merge(
        from old: JSONValue?, to new: JSONValue?, onto target: JSONValue?, at pointer: JSONPointer = JSONPointer()
    ) -> JSONValue? {
        if old == new { return target }
        if target == old || target == new { return new }
        if case .object(let new)? = new, case .object(let target)? = target {
            let old = old?.object ?? [:]
            var merged = target
            for name in Set(old.keys).union(new.keys) {
                merged[name] = merge(
                    from: old[name], to: new[name], onto: target[name], at: pointer.appending(name))
            }
            return .object(merged)
        }
        if pointer == items, let old = old?.array, let new = new?.array, let target = target?.array {
            return .array(merge(from: Cards(old), to: Cards(new), onto: Cards(target)))
        }
        overridden.append(pointer)
        return new
    }

    /// Cards that were added, moved, changed or removed are so in the target too; its own ones stay.
    private mutating func merge(from old: Cards, to new: Cards, onto target: Cards) -> [JSONValue] {
        let keys = OrderMerge.merged(
            from: old.keys, to: new.keys, onto: target.keys.filter { old.byKey[$0] == nil || new.byKey[$0] != nil })
        return keys.compactMap { key in
            guard let its = target.byKey[key] else { return new.byKey[key] }
            guard let place = target.keys.firstIndex(of: key) else { return its }
            let pointer = (items ?? JSONPointer()).appending(place)
            return merge(from: old.byKey[key], to: new.byKey[key] ?? its, onto: its, at: pointer)
        }
    }
}
