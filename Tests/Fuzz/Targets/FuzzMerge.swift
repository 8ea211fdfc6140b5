import HomeBlocks

@testable import Publishing

/// Patches and merges comply with their standards and their documentation.
///
/// The input's lines are an old, a new and a third value.
public func fuzzMerge(_ bytes: UnsafeRawBufferPointer) throws(BrokenRule) {
    var parts = InputParts(bytes)
    guard let old = try? JSONValue(parsing: parts.next()), let new = try? JSONValue(parsing: parts.next()) else {
        return
    }
    try patch(old, new)
    let merged = MergePatch.apply(new, to: old)
    try hold(MergePatch.apply(new, to: merged) == merged, "a merge patch does something when it is laid over again")

    let target = (try? JSONValue(parsing: parts.next())) ?? old
    for preference in [MergePreference.change, .target] {
        try merge(old, new, target, preference)
        try merge(old, new, target, preference, items: JSONPointer(["cards"]))
    }
    try order(texts(old), texts(new), texts(target))
}

/// A patch between two values produces the new one, and is empty only if they are equal.
private func patch(_ old: JSONValue, _ new: JSONValue) throws(BrokenRule) {
    for (old, new) in [(old, new), (new, old)] {
        let steps = JSONPatch.between(old, new)
        try hold(steps.isEmpty == (old == new), "there are \(steps.count) steps between values that are equal, or not")
        let result = try PatchSteps.applied(steps, to: old)
        try hold(result == new, "the steps lead elsewhere: \(text(.array(steps)))")
    }
}

private func merge(
    _ old: JSONValue, _ new: JSONValue, _ target: JSONValue, _ preference: MergePreference, items: JSONPointer? = nil
) throws(BrokenRule) {
    func merged(_ old: JSONValue, _ new: JSONValue, _ target: JSONValue) -> JSONValue? {
        var merge = ThreeWayMerge(items: items, preferring: preference)
        return merge.merge(from: old, to: new, onto: target)
    }
    try hold(merged(old, new, old) == new, "a change of what did not change elsewhere is not the change")
    try hold(merged(old, old, target) == target, "no change changes something")
    try hold(merged(old, new, new) == new, "a change that already exists changes something")
    let result = try need(merged(old, new, target), "a value is gone")
    try hold(merged(old, new, result) == result, "a change does something when it is made again")
}

/// Orders are merged into one without gaps or duplicates.
private func order(_ old: [String], _ new: [String], _ target: [String]) throws(BrokenRule) {
    let elements = Set(target).subtracting(Set(old).subtracting(new)).union(Set(new).subtracting(old))
    for preference in [MergePreference.change, .target] {
        let merge = ListMerge(from: old, to: new, keeping: elements, preferring: preference)
        let result = merge.merged(onto: target).order
        try hold(result.count == elements.count, "the merged order has something twice, or too little")
        try hold(Set(result) == elements, "the merged order has lost something, or has too much")
        try hold(merge.merged(onto: result).order == result, "moves do something when they are made again")
        let none = ListMerge(from: old, to: old, keeping: Set(target), preferring: preference)
        try hold(none.merged(onto: target).order == target, "no move moves something")
    }
}

/// The distinct strings of a list.
private func texts(_ value: JSONValue) -> [String] {
    var seen: Set<String> = []
    return (value.array ?? []).compactMap(\.string).filter { seen.insert($0).inserted }
}

private func text(_ value: JSONValue) -> String { String(decoding: value.encoded, as: UTF8.self) }
