import HomeBlocks

/// Merges the difference between two values into a third one that also derives from the first. Merging the same change
/// into the result again changes nothing.
struct ThreeWayMerge {
    /// A location that both sides changed, with both versions.
    struct Conflict {
        let pointer: JSONPointer
        let kept: MergeConflict.Side
        let incoming: JSONValue?
        let existing: JSONValue?
    }

    private(set) var conflicts: [Conflict] = []
    /// The list that is merged element by element: the cards.
    let items: JSONPointer?
    let identity: CardIdentity
    /// Whether the values are blocks.
    let isBlock: Bool
    let preference: MergePreference

    init(
        items: JSONPointer?, by identity: CardIdentity = .standard, isBlock: Bool = false,
        preferring preference: MergePreference = .change
    ) {
        self.items = items
        self.identity = identity
        self.isBlock = isBlock
        self.preference = preference
    }

    /// Applies the difference between `old` and `new` to `target`; nil is an absent member.
    mutating func merge(
        from old: JSONValue?, to new: JSONValue?, onto target: JSONValue?, at pointer: JSONPointer = JSONPointer()
    ) -> JSONValue? {
        if old == new { return target }
        if target == old || target == new { return new }
        if case .object(let new)? = new, case .object(let target)? = target, !isWhole(old, new, target, at: pointer) {
            let old = old?.object ?? [:]
            var merged = target
            for name in JSONObject.names(old, new) {
                merged[name] = merge(
                    from: old[name], to: new[name], onto: target[name], at: pointer.appending(name))
            }
            return .object(merged)
        }
        if pointer == items, let old = old?.array, let new = new?.array, let target = target?.array {
            return .array(merge(cards: old, to: new, onto: target, at: pointer))
        }
        return choose(new, target, at: pointer)
    }

    /// Whether a value is kept whole instead of merged field by field: a named audience has exactly the conditions of
    /// its name, and a client source has no fields of a feed.
    private func isWhole(_ old: JSONValue?, _ new: JSONObject, _ target: JSONObject, at pointer: JSONPointer) -> Bool {
        guard isBlock else { return false }
        let sides = [old?.object ?? [:], new, target]
        if pointer == JSONPointer(["source"]) { return sides.contains { $0["client"] != nil } }
        return AudiencePlace.isAudience(pointer) && sides.contains { $0["name"] != nil }
    }

    /// Records a conflict and returns the preferred version.
    private mutating func choose(
        _ new: JSONValue?, _ target: JSONValue?, at pointer: JSONPointer
    ) -> JSONValue? {
        let kept: MergeConflict.Side = preference == .change ? .incoming : .existing
        conflicts.append(Conflict(pointer: pointer, kept: kept, incoming: new, existing: target))
        return kept == .incoming ? new : target
    }

    private mutating func merge(
        cards old: [JSONValue], to new: [JSONValue], onto target: [JSONValue], at pointer: JSONPointer
    ) -> [JSONValue] {
        let count = conflicts.count
        let merged = mergeOnce(old, new, target, at: pointer)
        var again = self
        if again.mergeOnce(old, new, merged, at: pointer) == merged { return merged }
        // Cards without ids can be mistaken for each other. The lists are not mixed then: one of them is used whole.
        conflicts.removeSubrange(count...)
        return choose(.array(new), .array(target), at: pointer)?.array ?? target
    }

    private mutating func mergeOnce(
        _ old: [JSONValue], _ new: [JSONValue], _ target: [JSONValue], at pointer: JSONPointer
    ) -> [JSONValue] {
        if Cards.areInPlace(new, of: old, by: identity), Cards.areInPlace(target, of: old, by: identity) {
            return target.indices.map { index in
                merge(from: old[index], to: new[index], onto: target[index], at: pointer.appending(index))
                    ?? target[index]
            }
        }
        let (old, new) = (Cards(old, by: identity), Cards(new, by: identity))
        return merge(old, new, Cards(target, by: identity), at: pointer)
    }

    /// Merges card by card, and orders exactly the remaining cards.
    private mutating func merge(_ old: Cards, _ new: Cards, _ target: Cards, at pointer: JSONPointer) -> [JSONValue] {
        var merged: [String: JSONValue] = [:]
        for (index, key) in target.keys.enumerated() {
            let pointer = pointer.appending(index)
            merged[key] = merge(from: old.byKey[key], to: new.byKey[key], onto: target.byKey[key], at: pointer)
        }
        for (index, key) in new.keys.enumerated() where target.byKey[key] == nil {
            let card = new.byKey[key]
            if old.byKey[key] == nil {
                merged[key] = card
            } else if old.byKey[key] != card {
                // The target removed the card, and a change does not restore it.
                conflicts.append(
                    Conflict(pointer: pointer.appending(index), kept: .existing, incoming: card, existing: nil))
            }
        }
        let list = ListMerge(from: old.keys, to: new.keys, keeping: Set(merged.keys), preferring: preference)
            .merged(onto: target.keys)
        if let moved = list.conflicts.first {
            conflicts.append(
                Conflict(pointer: pointer, kept: moved.kept, incoming: .array(new.all), existing: .array(target.all)))
        }
        return list.order.compactMap { merged[$0] }
    }
}
