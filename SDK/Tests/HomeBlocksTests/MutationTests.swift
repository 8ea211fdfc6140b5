import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

/// Removes, nulls and retypes every value of the starter pages, one at a time. The SDK must never trap, and at most
/// lose the section that contains the value.
@Suite(.timeLimit(.minutes(5))) struct MutationTests {
    /// Returns the paths in a document. Of list elements with the same structure, only the first is used, except for
    /// sections, which are all used.
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

    static func retyped(_ value: JSONValue) -> [JSONValue] {
        switch value {
        case .string: [7, ["x": 1]]
        case .number, .bool: ["seven", []]
        case .array, .object: ["seven", 7]
        case .null: [["x": [1]], false]
        }
    }

    @Test func changingAnyValueInASection_doesNotAffectOtherSections() throws {
        let blocks = try RecordedDocuments.page("music").data.blocks.map(\.json)
        let document = try RecordedDocuments.json("music")
        var count = 0
        for path in Self.places(in: document) where path.starts(with: ["data", "blocks"]) && path.count > 2 {
            let place = try #require(Int(path[2]))
            // Two neighbours represent all others, to keep the test fast.
            let neighbours = [1, 11].filter { $0 != place }.map { blocks[$0] }
            let whole = try Self.content(neighbours.map(JSONValue.object))
            for mutation in Self.mutations(of: try #require(document[pointer: JSONPointer(path)])) {
                count += 1
                let block = JSONValue.object(blocks[place]).replacing(path[3...], with: mutation)
                let content = try Self.content([block].compactMap(\.self) + neighbours.map(JSONValue.object))
                let code = blocks[place]["blockCode"]?.string
                let others = content.sections.filter { $0.id != code && $0.type != .unknown }
                #expect(others == whole.sections, "\(path) changed other sections")
                #expect(content.issues.count <= 1, "\(path)")
                for section in content.sections { _ = section.frame(in: ScreenMetrics(width: 320)) }
            }
        }
        #expect(count > 3000)
    }

    @Test(arguments: RecordedDocuments.pages)
    func changingAnyValueInACard_atMostLosesItsElement(_ slug: String) throws {
        #expect(try Self.mutateCards(of: try RecordedDocuments.json(slug)) > 0)
    }

    @Test(.enabled(if: RecordedDocuments.capture("captures/home-page-2021.json") != nil))
    func changingAnyValueInACardOfARealResponse_atMostLosesItsElement() throws {
        let reply = try #require(RecordedDocuments.capture("captures/home-page-2021.json"))
        let count = try Self.mutateCards(of: try JSONValue(parsing: reply, limits: JSONLimits(isStrict: false)))
        #expect(count > 500)
        print("\(count) changes of a real response")
    }

    /// Whether to change each value in every way instead of a single one.
    private static let isLong = ProcessInfo.processInfo.environment["HOMEBLOCKS_MUTATED_DOCUMENTS"] != nil

    /// Changes each value in an element of a list: at most the element may be left out, and this must be reported.
    ///
    /// - Returns: the number of changes.
    static func mutateCards(of document: JSONValue) throws -> Int {
        var count = 0
        let paths = places(in: document)
        for (index, value) in (document[pointer: JSONPointer(["data", "blocks"])]?.array ?? []).enumerated() {
            let block = try Block.read(value)
            let whole = ShownCards(value, layout: block.showType)
            #expect(whole.count > 0 && whole.issues.isEmpty, "\(block.blockCode)")
            var without: [[String]: Int] = [:]
            for path in paths where path.starts(with: ["data", "blocks", String(index)]) && path.count > 3 {
                let path = Array(path.dropFirst(3))
                let elements = value.elements(along: path)
                guard !elements.isEmpty, let old = value[pointer: JSONPointer(path)] else { continue }
                for element in elements where without[element] == nil {
                    let rest = try #require(value.replacing(element[...], with: nil))
                    without[element] = ShownCards(rest, layout: block.showType).count
                }
                let all = mutations(of: old)
                for mutation in isLong ? all : [all[count % all.count]] {
                    count += 1
                    let mutated = try #require(value.replacing(path[...], with: mutation))
                    let shown = ShownCards(mutated, layout: block.showType)
                    let least = elements.compactMap { without[$0] }.max() ?? 0
                    let isReported = shown.count >= whole.count || !shown.issues.isEmpty
                    // An empty list and a removed element are valid, so no issue is expected.
                    let isFine = old.array != nil || elements.last == path && mutation == nil
                    if shown.count < least || !isReported && !isFine {
                        Issue.record("\(block.blockCode) \(path): \(least) of \(whole.count) expected, \(shown)")
                    }
                }
            }
        }
        return count
    }

    @Test func changingAnyValueOutsideTheSections_doesNotAffectThem() throws {
        let document = try RecordedDocuments.json("music")
        let whole = HomeContent(try HomePage(json: try #require(document.object)))
        for path in Self.places(in: document) where !(path.starts(with: ["data", "blocks"]) && path.count > 2) {
            for mutation in Self.mutations(of: try #require(document[pointer: JSONPointer(path)])) {
                let mutated = try #require(document.replacing(path[...], with: mutation))
                guard let page = try? HomePage(parsing: mutated.encoded) else {
                    #expect(path == ["data"] || path == ["data", "blocks"], "\(path) made the page unreadable")
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
    func allRequiredPaths_areChanged() throws {
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
