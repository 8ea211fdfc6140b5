import HomeBlocks
import Testing

@testable import Publishing

@Suite(.timeLimit(.minutes(1))) struct MergingTests {
    func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

    /// The examples of RFC 7396, appendix A.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"a":1,"e":null}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func mergePatch_doesWhatTheStandardSays(_ target: String, _ patch: String, _ result: String) throws {
        #expect(MergePatch.apply(try json(patch), to: try json(target)) == (try json(result)))
    }

    @Test func jsonPatch_turnsAnyValueIntoAnyOther() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let (old, new) = (value(3, &generator), value(3, &generator))
            let steps = JSONPatch.between(old, new)
            #expect(try applied(steps, to: old) == new, "\(old) to \(new) by \(steps)")
            #expect(JSONPatch.between(new, new).isEmpty)
        }
    }

    @Test func jsonPatch_touchesOnlyChangedMembers() throws {
        let old = try json(#"{"a":[1,2,3,4],"b":{"c":1,"d":2}}"#)
        let new = try json(#"{"a":[1,3,4],"b":{"c":1,"d":5}}"#)
        let steps = JSONPatch.between(old, new)
        let places = steps.compactMap { $0.object?["path"]?.string }
        #expect(places.allSatisfy { $0.hasPrefix("/a/") || $0 == "/b/d" })
        #expect(!places.contains("/a/0"))
    }

    @Test(arguments: [
        // A block that was moved in the first is moved in the second, after its current predecessor.
        (["A", "B", "C"], ["C", "A", "B"], ["A", "X", "B", "C"], ["C", "A", "X", "B"]),
        // Added blocks are added at their position; blocks removed in the meantime stay removed.
        (["A", "B"], ["A", "N", "B"], ["B", "A"], ["B", "A", "N"]),
        (["A", "B", "C"], ["B", "A", "C"], ["A", "C", "Y"], ["A", "C", "Y"]),
        // Equal states are merged into the same state.
        (["A", "B"], ["B", "A"], ["A", "B"], ["B", "A"]),
        (["A", "B"], ["A", "B"], ["B", "Z", "A"], ["B", "Z", "A"]),
    ])
    func listMerge_makesTheSameMoves(_ old: [String], _ new: [String], _ target: [String], _ result: [String]) {
        let removed = Set(old).subtracting(new)
        let elements = Set(target).subtracting(removed).union(Set(new).subtracting(old))
        for preference in [MergePreference.change, .target] {
            let merge = ListMerge(from: old, to: new, keeping: elements, preferring: preference)
            #expect(merge.merged(onto: target).order == result)
        }
    }

    @Test(arguments: [
        // Changes of different members are combined; for the same member, the change wins, and the conflict is
        // reported.
        (#"{"a":1,"b":1}"#, #"{"a":2,"b":1}"#, #"{"a":1,"b":3}"#, #"{"a":2,"b":3}"#, [String]()),
        (#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#, #"{"a":2}"#, ["/a"]),
        (#"{"a":1}"#, #"{"a":2}"#, #"{"a":2}"#, #"{"a":2}"#, []),
        (#"{"a":{"b":1,"c":1}}"#, #"{"a":{"b":2}}"#, #"{"a":{"b":1,"c":1,"d":1}}"#, #"{"a":{"b":2,"d":1}}"#, []),
        (#"{"a":1}"#, "{}", #"{"a":5}"#, "{}", ["/a"]),
        // Cards are identified by their ids: each side's moves, changes and additions are kept.
        (
            #"{"cards":[{"id":1,"t":"a"},{"id":2,"t":"b"}]}"#, #"{"cards":[{"id":2,"t":"b"},{"id":1,"t":"A"}]}"#,
            #"{"cards":[{"id":1,"t":"a"},{"id":2,"t":"B"},{"id":3,"t":"c"}]}"#,
            #"{"cards":[{"id":2,"t":"B"},{"id":1,"t":"A"},{"id":3,"t":"c"}]}"#, []
        ),
        (
            #"{"cards":[{"id":1},{"id":2}]}"#, #"{"cards":[{"id":2}]}"#, #"{"cards":[{"id":1},{"id":2},{"id":3}]}"#,
            #"{"cards":[{"id":2},{"id":3}]}"#, []
        ),
        // A removal that conflicts with a change is reported.
        (
            #"{"cards":[{"id":1,"t":"a"},{"id":2}]}"#, #"{"cards":[{"id":1,"t":"A"},{"id":2}]}"#,
            #"{"cards":[{"id":2}]}"#,
            #"{"cards":[{"id":2}]}"#, ["/cards/0"]
        ),
        (
            #"{"cards":[{"id":1,"t":"a"},{"id":2}]}"#, #"{"cards":[{"id":2}]}"#,
            #"{"cards":[{"id":1,"t":"A"},{"id":2}]}"#,
            #"{"cards":[{"id":2}]}"#, ["/cards/0"]
        ),
        // Cards without an id are identified by their position, unless cards were added or removed.
        (
            #"{"cards":[{"t":"a"},{"t":"b"}]}"#, #"{"cards":[{"t":"L"},{"t":"b"}]}"#,
            #"{"cards":[{"t":"a","u":1},{"t":"B"}]}"#,
            #"{"cards":[{"t":"L","u":1},{"t":"B"}]}"#, []
        ),
    ])
    func threeWayMerge_keepsBothSides(
        _ old: String, _ new: String, _ target: String, _ result: String, _ met: [String]
    ) throws {
        var merge = ThreeWayMerge(items: JSONPointer(["cards"]))
        let merged = merge.merge(from: try json(old), to: try json(new), onto: try json(target))
        #expect(merged == (try json(result)))
        #expect(merge.conflicts.map(\.pointer.description) == met)
    }

    @Test func plannedChanges_giveWayToPreparedOnes() throws {
        var merge = ThreeWayMerge(items: nil, preferring: .target)
        let merged = merge.merge(
            from: try json(#"{"a":1,"b":1,"c":1}"#), to: try json(#"{"a":2,"b":2}"#),
            onto: try json(#"{"a":3,"b":1,"c":4}"#))
        #expect(merged == (try json(#"{"a":3,"b":2,"c":4}"#)))
        #expect(merge.conflicts.map(\.pointer.description) == ["/a", "/c"])
    }

    private func value(_ depth: Int, _ generator: inout SystemRandomNumberGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 5 : 3), using: &generator) {
        case 0: return JSONValue(Int.random(in: 0..<3, using: &generator))
        case 1: return Bool.random(using: &generator) ? .null : "a/~b"
        case 2: return .bool(.random(using: &generator))
        case 3:
            return .array((0..<Int.random(in: 0..<5, using: &generator)).map { _ in value(depth - 1, &generator) })
        default:
            let names = ["a", "b/c", "~", ""].filter { _ in Bool.random(using: &generator) }
            return .object(JSONObject(names.map { ($0, value(depth - 1, &generator)) }, uniquingKeysWith: { $1 }))
        }
    }

    private func applied(_ steps: [JSONValue], to old: JSONValue) throws -> JSONValue {
        try steps.reduce(old) { value, step in
            let members = try #require(step.object)
            let path = try #require(members["path"]?.string.flatMap { JSONPointer(parsing: $0) })
            return try apply(try #require(members["op"]?.string), members["value"], to: value, at: path.tokens[...])
        }
    }

    private func apply(
        _ step: String, _ new: JSONValue?, to value: JSONValue, at path: ArraySlice<String>
    ) throws -> JSONValue {
        guard let token = path.first else { return try #require(new) }
        if path.count > 1 {
            let child = try #require(value[pointer: JSONPointer([token])])
            return try replacing(token, in: value, with: try apply(step, new, to: child, at: path.dropFirst()))
        }
        if var elements = value.array, let index = Int(token) {
            switch step {
            case "add": elements.insert(try #require(new), at: index)
            case "remove": elements.remove(at: index)
            default: elements[index] = try #require(new)
            }
            return .array(elements)
        }
        return try replacing(token, in: value, with: step == "remove" ? nil : new)
    }

    private func replacing(_ token: String, in value: JSONValue, with new: JSONValue?) throws -> JSONValue {
        if var elements = value.array, let index = Int(token) {
            elements[index] = try #require(new)
            return .array(elements)
        }
        var members = try #require(value.object)
        if let new { members[token] = new } else { members.removeValue(forKey: token) }
        return .object(members)
    }
}
