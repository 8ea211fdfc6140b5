import HomeBlocks

/// JSON Merge Patch (RFC 7396).
enum MergePatch {
    /// A value with a patch laid over it: null removes a member, anything else but an object replaces.
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
