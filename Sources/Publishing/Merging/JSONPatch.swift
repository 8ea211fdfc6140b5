public import HomeBlocks

/// JSON Patch (RFC 6902): the steps from one value to another.
public enum JSONPatch {
    /// A short list of steps that turn `old` into `new`; empty if they are equal.
    public static func between(_ old: JSONValue, _ new: JSONValue) -> [JSONValue] {
        var steps: [JSONValue] = []
        compare(old, new, at: JSONPointer(), &steps)
        return steps
    }

    private static func compare(_ old: JSONValue, _ new: JSONValue, at pointer: JSONPointer, _ steps: inout [JSONValue])
    {
        if old == new { return }
        switch (old, new) {
        case (.object(let old), .object(let new)):
            for name in JSONObject.names(old, new) {
                let pointer = pointer.appending(name)
                switch (old[name], new[name]) {
                case (let old?, let new?): compare(old, new, at: pointer, &steps)
                case (.some, nil): steps.append(step("remove", pointer))
                case (nil, let new?): steps.append(step("add", pointer, new))
                case (nil, nil): break
                }
            }
        case (.array(let old), .array(let new)): compare(old, new, at: pointer, &steps)
        default: steps.append(step("replace", pointer, new))
        }
    }

    /// Keeps common elements at the start and the end, and compares the ones in between in pairs.
    private static func compare(
        _ old: [JSONValue], _ new: [JSONValue], at pointer: JSONPointer, _ steps: inout [JSONValue]
    ) {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let most = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(most).count
        let (removed, added) = (old.count - start - end, new.count - start - end)
        let paired = min(removed, added)
        for index in start..<(start + paired) { compare(old[index], new[index], at: pointer.appending(index), &steps) }
        for index in (start + paired..<start + removed).reversed() {
            steps.append(step("remove", pointer.appending(index)))
        }
        for index in start + paired..<start + added { steps.append(step("add", pointer.appending(index), new[index])) }
    }

    static func step(_ name: String, _ pointer: JSONPointer, _ value: JSONValue? = nil) -> JSONValue {
        var members: JSONObject = ["op": .string(name), "path": .string(pointer.description)]
        members["value"] = value
        return .object(members)
    }
}

/// JSON Merge Patch (RFC 7396).
enum MergePatch {
    /// Returns a value with a patch applied: null removes a member, an object is merged, anything else replaces.
    static func apply(_ patch: JSONValue, to target: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members = target.object ?? [:]
        for (name, change) in changes {
            if change == .null {
                members.removeValue(forKey: name)
            } else {
                members[name] = apply(change, to: members[name] ?? .object([:]))
            }
        }
        return .object(members)
    }
}
