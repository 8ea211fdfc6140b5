import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

/// Every place of the starter page is removed, nulled and retyped, one at a time: never a trap, and never more than the section
/// that the place is in is lost.
@Suite(.timeLimit(.minutes(5))) struct MutationTests {
    /// The places of a document; of elements of a list that are alike, one. Sections are all visited.
    static func places(in document: JSONValue) -> [[String]] {
        var seen: Set<[String]> = []
        return paths(in: document, at: []).filter { path in
            let pattern = path.enumerated().map { depth, step in depth != 2 && Int(step) != nil ? "[]" : step }
            return seen.insert(pattern).inserted
        }
    }

    private static func paths(in value: JSONValue, at path: [String]) -> [[String]] {
        switch value {
        case .object(let members):
            members.keys.sorted().flatMap { name in
                [path + [name]] + paths(in: members[name] ?? .null, at: path + [name])
            }
        case .array(let elements):
            elements.indices.flatMap { index in
                [path + [String(index)]] + paths(in: elements[index], at: path + [String(index)])
            }
        default: []
        }
    }

    static func replacing(_ path: ArraySlice<String>, in value: JSONValue, with new: JSONValue?) -> JSONValue? {
        guard let step = path.first else { return new }
        switch value {
        case .object(var members):
            members[step] = replacing(path.dropFirst(), in: members[step] ?? .null, with: new)
            return .object(members)
        case .array(var elements):
            guard let index = Int(step) else { return value }
            if let element = replacing(path.dropFirst(), in: elements[index], with: new) {
                elements[index] = element
            } else {
                elements.remove(at: index)
            }
            return .array(elements)
        default: return value
        }
    }

    static func retyped(_ value: JSONValue) -> [JSONValue] {
        switch value {
        case .string: [7, ["x": 1]]
        case .number, .bool: ["seven", []]
        case .array, .object: ["seven", 7]
        case .null: [["x": [1]], false]
        }
    }

    @Test func everyPlaceInASection() throws {
        let blocks = try RecordedDocuments.page("music").data.blocks.map(\.json)
        let document = try RecordedDocuments.json("music")
        var count = 0
        for path in Self.places(in: document) where path.starts(with: ["data", "blocks"]) && path.count > 2 {
            let place = try #require(Int(path[2]))
            // Two neighbours stand for all others, to keep it short.
            let neighbours = [1, 11].filter { $0 != place }.map { blocks[$0] }
            let whole = try Self.content(neighbours.map(JSONValue.object))
            for mutation in Self.mutations(of: try #require(document[pointer: JSONPointer(path)])) {
                count += 1
                let block = Self.replacing(path[3...], in: .object(blocks[place]), with: mutation)
                let content = try Self.content([block].compactMap(\.self) + neighbours.map(JSONValue.object))
                let code = blocks[place]["blockCode"]?.string
                let others = content.sections.filter { $0.id != code && $0.type != .unknown }
                #expect(others == whole.sections, "\(path) touched other sections")
                #expect(content.issues.count <= 1, "\(path)")
                for section in content.sections { _ = section.frame(in: ScreenMetrics(width: 320)) }
            }
        }
        #expect(count > 3000)
    }

    @Test func everyPlaceAroundTheSections() throws {
        let document = try RecordedDocuments.json("music")
        let whole = HomeContent(try HomePage(json: try #require(document.object)))
        for path in Self.places(in: document) where !(path.starts(with: ["data", "blocks"]) && path.count > 2) {
            for mutation in Self.mutations(of: try #require(document[pointer: JSONPointer(path)])) {
                let mutated = try #require(Self.replacing(path[...], in: document, with: mutation))
                guard let page = try? HomePage(parsing: mutated.encoded) else {
                    #expect(path == ["data"] || path == ["data", "blocks"], "\(path) took the page down")
                    continue
                }
                #expect(HomeContent(page).sections == whole.sections, "\(path)")
                #expect(HomeContent(page).issues.isEmpty, "\(path)")
            }
        }
    }

    static func content(_ blocks: [JSONValue]) throws -> HomeContent {
        HomeContent(try HomePage(json: ["code": 200, "message": "", "data": ["blocks": .array(blocks)]]))
    }

    static func mutations(of value: JSONValue) -> [JSONValue?] { [nil, .null] + retyped(value).map(Optional.some) }

    @Test(.enabled(if: RecordedDocuments.capture("wire/reference-client-required-paths.tsv") != nil))
    func theListOfRequiredPaths_isAmongThem() throws {
        let text = String(
            decoding: try #require(RecordedDocuments.capture("wire/reference-client-required-paths.tsv")), as: UTF8.self
        )
        let visited = Set(
            Self.places(in: try RecordedDocuments.json("music")).map { path in
                path.reduce("") { text, step in
                    Int(step) != nil ? text + "[]" : text.isEmpty ? step : "\(text).\(step)"
                }
            })
        for row in text.split(separator: "\n") {
            let path = String(row.split(separator: "\t")[0])
            #expect(visited.contains(path), "\(path)")
        }
    }
}
