import Foundation
import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// Validating a catalogue, its requests, and converting its responses.
@Suite(.timeLimit(.minutes(1))) struct CatalogueTests {
    private let catalog: BlockTypeCatalog
    private var rules = FeedRules()
    private static let grid: JSONValue = [
        "title": "Songs", "titles": ["zh": "歌曲"], "url": "https://api.example.com/v1/search?s={q}&n=10",
        "showType": "DEMO_GRID", "items": "/data/list",
        "fields": [
            "/id": "/songId", "/title": "/name", "/imageUrl": ["template": "https://img.example.com/{cover}.jpg"],
        ],
        "label": ["template": "{name} – {by}"], "picture": "/cover", "headers": ["Authorization": "secret:key"],
    ]

    init() throws {
        catalog = try Project.catalog()
        rules.allowedHosts = try #require(AllowedHosts("api.example.com"))
        rules.secretNames = ["key"]
        // This limit only applies to feeds.
        rules.minimumInterval = 604_800
    }

    private func catalogue(_ changes: JSONObject = [:]) throws -> Catalogue {
        let json = JSONValue.object((Self.grid.object ?? [:]).merging(changes) { $1 })
        return try Catalogue(checking: json, name: "songs", rules, catalog)
    }

    /// The pointers at which a catalogue with some changes is rejected.
    private func pointers(_ changes: JSONObject) -> [String] {
        do {
            _ = try catalogue(changes)
            return []
        } catch PublishingError.invalid(let input) {
            return input.issues.map(\.pointer.description)
        } catch {
            return ["\(error)"]
        }
    }

    private func results(_ list: JSONValue, _ changes: JSONObject = [:]) throws -> CatalogueResults {
        let response = FeedResponse(.json(["data": ["list": list]]), status: 200, milliseconds: 1)
        return try catalogue(changes).results(of: response, catalog)
    }

    private func item(_ id: Int, _ changes: JSONObject = [:]) -> JSONValue {
        let item: JSONObject = ["songId": JSONValue(id), "name": .string("Song \(id)"), "cover": "c", "by": "Lin"]
        return .object(item.merging(changes) { $1 })
    }

    @Test func aCatalogue_namesItsLayout_andHidesItsUpstream() throws {
        let catalogue = try catalogue()
        let listed: JSONValue = [
            "name": "songs", "title": "Songs", "titles": ["zh": "歌曲"], "showType": "DEMO_GRID",
            "cards": "/extInfo/list", "fields": ["/id", "/imageUrl", "/title"],
        ]
        #expect(JSONValue.object(catalogue.json) == listed)
        #expect(catalogue.timeout == 5)
    }

    @Test func anInvalidCatalogue_isRefusedWithPointers() {
        #expect(pointers([:]) == [])
        #expect(pointers(["url": "https://api.example.com/{q}"]) == ["/url"])
        #expect(pointers(["url": "https://api.example.com/x?{q}={q}"]) == ["/url"])
        #expect(pointers(["url": "https://{q}.example.com/x?"]) == ["/url"])
        #expect(pointers(["url": "https://elsewhere.example.com/?{q}"]) == ["/url"])
        #expect(pointers(["interval": 60]) == ["/interval"])
        #expect(pointers(["headers": ["X-Api-Key": "abc"]]) == ["/headers/X-Api-Key"])
        #expect(pointers(["timeout": 0, "maximum": 51]) == ["/timeout", "/maximum"])
        #expect(pointers(["showType": "NONE"]) == ["/showType"])
        #expect(pointers(["fields": nil, "url": nil]) == ["/url", "/fields"])
    }

    @Test func aPositionOfCards_mustBeAList() throws {
        for type in catalog.types.values {
            if let items = type.items { #expect(type.hasList(at: items), "\(type.showType)") }
        }
        let type = try #require(catalog["HOMEPAGE_SLIDE_SONGLIST_ALIGN"])
        let lists = ["/creatives", "/creatives/0/resources", "/resourceIdList"]
        for list in lists { #expect(type.hasList(at: try #require(JSONPointer(parsing: list))), "\(list)") }
        let others = ["", "/extInfo", "/uiElement", "/creatives/0", "/creatives/0/action", "/nowhere", "/creatives/x"]
        for other in others { #expect(!type.hasList(at: try #require(JSONPointer(parsing: other))), "\(other)") }
    }

    /// Whatever is typed, only the value of one query parameter differs.
    @Test func anyText_isOneValueOfTheQuery() throws {
        var generator = SeededGenerator(seed: 7)
        let parts = [
            "a", "Z", "0", " ", "/", "..", "&", "=", "?", "#", "%", "%2F", "+", "{q}", "{", "}", "@", ":", ";", "\\",
            "\"",
            "'", "<", "夜", "🎵", "e\u{301}", "\u{202E}", "$",
        ]
        let catalogue = try catalogue()
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &generator)]
            }.joined()
            guard let query = try? CatalogueQuery(text) else { continue }
            let url = catalogue.feed(for: query, timeout: 3).url
            let address = try #require(UpstreamAddress(url), "\(text)")
            #expect(address.host == "api.example.com" && address.port == 443 && address.isSecure)
            #expect(url.hasPrefix("https://api.example.com/v1/search?s=") && url.hasSuffix("&n=10"))
            let value = url.dropFirst(36).dropLast(5)
            #expect(value.removingPercentEncoding == query.text)
            #expect(!value.contains { "/?#&=+:@;{}".contains($0) })
        }
        let longest = try CatalogueQuery(String(repeating: "🎵", count: 100))
        #expect(UpstreamAddress(catalogue.feed(for: longest, timeout: 3).url) != nil)
    }

    @Test func aText_isTrimmed_andNeitherEmptyNorLongNorOfControlCharacters() throws {
        #expect(try CatalogueQuery("  night\u{3000}").text == "night")
        for text in [nil, "", " \u{3000}", "a\0", "a\nb", "\u{7F}", String(repeating: "x", count: 101)] {
            #expect(throws: PublishingError.self, "\(text ?? "nil")") { try CatalogueQuery(text) }
        }
    }

    @Test func eachGoodItem_isAResult_andOthersAreCounted() throws {
        let found = try results([item(1), item(2, ["name": 7]), item(1), item(3, ["by": nil, "cover": ""]), 5])
        let cards: [JSONValue] = [
            ["id": 1, "title": "Song 1", "imageUrl": "https://img.example.com/c.jpg"],
            ["id": 3, "title": "Song 3", "imageUrl": "https://img.example.com/.jpg"],
        ]
        #expect(found.results.map(\.card) == cards)
        #expect(found.results.map(\.label) == ["Song 1 – Lin", nil])
        #expect(found.results.map(\.picture) == ["https://api.example.com/v1/c", nil])
        #expect(found.itemCount == 5 && found.faultCount == 3 && found.faults.count == 3)
        #expect(try results([]).results == [])
        #expect(try results(.array((1...100).map { item($0) })).results.count == 20)
    }

    @Test func aSearchThatFails_reportsTheCause_andNoAddress() throws {
        func cause(_ response: FeedResponse) throws -> CatalogueFailure.Cause? {
            do {
                _ = try catalogue().results(of: response, catalog)
                return nil
            } catch let failure as CatalogueFailure {
                #expect(failure.message.contains("\"songs\"") && !failure.message.contains("10.0.0.1"))
                return failure.cause
            }
        }
        let secret = "the address names the server 10.0.0.1:80"
        #expect(try cause(FeedResponse(.failure(secret), status: nil, milliseconds: 1)) == .other)
        #expect(try cause(FeedResponse(.failure(secret), status: 302, milliseconds: 1)) == .status(302))
        #expect(try cause(FeedResponse(.failure(secret), status: 200, milliseconds: 1)) == .noList)
        #expect(try cause(FeedResponse(.failure(secret), status: nil, isTimeout: true, milliseconds: 1)) == .timeout)
        #expect(try cause(FeedResponse(.json(["data": 7]), status: 200, milliseconds: 1)) == .noList)
        #expect(try cause(FeedResponse(.unchanged, status: 304, milliseconds: 1)) == .status(304))
    }
}
