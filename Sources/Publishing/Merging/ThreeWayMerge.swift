import HomeBlocks

/// Lays what changed between two values over a third one that came from the first, too.
struct ThreeWayMerge {
    /// Where both sides changed the same thing.
    private(set) var met: [JSONPointer] = []
    /// The list that is merged element by element: the cards.
    let items: JSONPointer?
    let preference: MergePreference

    init(items: JSONPointer?, preferring preference: MergePreference = .change) {
        self.items = items
        self.preference = preference
    }

    /// `target` with everything that differs between `old` and `new`; nil stands for no member at all.
    mutating func merge(
        from old: JSONValue?, to new: JSONValue?, onto target: JSONValue?, at pointer: JSONPointer = JSONPointer()
    ) -> JSONValue? {
        if old == new { return target }
        if target == old || target == new { return new }
        if case .object(let new)? = new, case .object(let target)? = target {
            let old = old?.object ?? [:]
            var merged = target
            for name in JSONObject.names(old, new) {
                merged[name] = merge(
                    from: old[name], to: new[name], onto: target[name], at: pointer.appending(name))
            }
            return .object(merged)
        }
        if pointer == items, let old = old?.array, let new = new?.array, let target = target?.array {
            return .array(merge(cards: old, to: new, onto: target))
        }
        met.append(pointer)
        return preference == .change ? new : target
    }

    /// Cards that were added, moved, changed or removed are so in the target too; its own ones stay.
    private mutating func merge(cards old: [JSONValue], to new: [JSONValue], onto target: [JSONValue]) -> [JSONValue] {
        // Where no list has gained or lost a card, those without an id are told apart by their place.
        let byPlace = old.count == new.count && old.count == target.count
        let (old, new, target) = (
            Cards(old, byPlace: byPlace), Cards(new, byPlace: byPlace), Cards(target, byPlace: byPlace)
        )
        var gone: Set<String> = []
        for (place, key) in target.keys.enumerated() where old.byKey[key] != nil && new.byKey[key] == nil {
            if old.byKey[key] == target.byKey[key] || meets(place) == .change { gone.insert(key) }
        }
        for (place, key) in new.keys.enumerated()
        where old.byKey[key] != nil && target.byKey[key] == nil && old.byKey[key] != new.byKey[key] {
            // The target took the card away, which the change cannot bring back in part.
            met.append((items ?? JSONPointer()).appending(place))
        }
        let keys = OrderMerge.merged(from: old.keys, to: new.keys, onto: target.keys.filter { !gone.contains($0) })
        return keys.compactMap { key in
            guard let its = target.byKey[key] else { return old.byKey[key] == nil ? new.byKey[key] : nil }
            guard let place = target.keys.firstIndex(of: key) else { return its }
            let pointer = (items ?? JSONPointer()).appending(place)
            return merge(from: old.byKey[key], to: new.byKey[key] ?? its, onto: its, at: pointer)
        }
    }

    /// Notes that both sides did something to a card, and says who has the last word.
    private mutating func meets(_ place: Int) -> MergePreference {
        met.append((items ?? JSONPointer()).appending(place))
        return preference
    }
}
