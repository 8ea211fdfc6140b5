import HomeBlocks

/// Applies a JSON Patch (RFC 6902) as its receiver does.
enum PatchSteps {
    static func applied(_ steps: [JSONValue], to value: JSONValue) throws(BrokenRule) -> JSONValue {
        var value = value
        for step in steps {
            let path = try need(
                step.object?["path"]?.string.flatMap { JSONPointer(parsing: $0) }, "a step has no path: \(step)")
            let name = try need(step.object?["op"]?.string, "a step has no name")
            let new = step.object?["value"]
            try hold((new == nil) == (name == "remove"), "a step has a value too many, or too few")
            value = try apply(name, new, to: value, at: path.tokens[...])
        }
        return value
    }

    private static func apply(
        _ name: String, _ new: JSONValue?, to value: JSONValue, at path: ArraySlice<String>
    ) throws(BrokenRule) -> JSONValue {
        guard let token = path.first else { return try need(new, "a step removes everything") }
        let rest = path.dropFirst()
        switch value {
        case .array(var elements):
            let mayEnd = name == "add" && rest.isEmpty
            let place = try need(Int(token), "a step leads to the element \(token) of a list")
            try hold((0..<elements.count + (mayEnd ? 1 : 0)).contains(place), "a step leads out of a list")
            if !rest.isEmpty || name == "replace" {
                elements[place] = try apply(name, new, to: elements[place], at: rest)
            } else if let new {
                elements.insert(new, at: place)
            } else {
                elements.remove(at: place)
            }
            return .array(elements)
        case .object(var members):
            try hold((members[token] == nil) == (name == "add" && rest.isEmpty), "a step misses the member \(token)")
            members[token] = try rest.isEmpty ? new : apply(name, new, to: members[token] ?? .null, at: rest)
            return .object(members)
        case .null, .bool, .number, .string:
            throw BrokenRule(description: "a step leads into a value that has no members")
        }
    }
}
