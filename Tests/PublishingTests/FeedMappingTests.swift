import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// Mapping an upstream's response to cards.
@Suite(.timeLimit(.minutes(1))) struct FeedMappingTests {
    private let catalog: BlockTypeCatalog
    private var rules = FeedRules()

    init() throws {
        catalog = try Project.catalog()
        rules.allowedHosts = try #require(AllowedHosts("api.example.com"))
        rules.secretNames = ["key"]
    }

    private func map(_ items: JSONValue, _ changes: JSONObject = [:]) throws -> FeedMapping.Outcome {
        let json = JSONValue.object((FeedTests.grid.object ?? [:]).merging(changes) { $1 })
        return FeedMapping(try Feed(checking: json, rules, catalog), catalog).map(["data": ["list": items]])
    }

    private func item(_ id: Int, _ changes: JSONObject = [:]) -> JSONValue {
        let item: JSONObject = ["songId": JSONValue(id), "name": "Song", "cover": "a/b c?x=ä"]
        return .object(item.merging(changes) { $1 })
    }

    @Test func eachItem_becomesACard() throws {
        let outcome = try map([item(1)])
        let card: JSONValue = [
            "id": 1, "title": "Song", "imageUrl": "https://img.example.com/a%2Fb%20c%3Fx%3D%C3%A4.jpg", "badge": "new",
        ]
        #expect(outcome.cards.map(\.card) == [card])
        #expect(outcome.faults == [])
        #expect(outcome.itemCount == 1)
    }

    @Test func anItemWithAFault_isLeftOut_andNamed() throws {
        let items: JSONValue = [
            item(1), ["songId": 2], item(3, ["name": 7]), 5, item(1), item(6, ["cover": [1]]), item(7, ["name": nil]),
        ]
        let outcome = try map(items)
        #expect(outcome.cards.map(\.item) == [0, 6])
        #expect(outcome.cards.last?.card.object?["title"] == "?")
        #expect(outcome.faultCount == 5)
        #expect(
            outcome.faults.map { "\($0.item?.description ?? "") \($0.card?.description ?? "")" }
                == [
                    "/data/list/1 /imageUrl", "/data/list/2 /title", "/data/list/3 /id", "/data/list/4 ",
                    "/data/list/5 /imageUrl",
                ])
    }

    @Test func listsOfObjects_areFound_outerOnesFirst() {
        let response: JSONValue = [
            "z": [["id": 1]], "a": ["b/c": [["id": 1], 2], "texts": ["x"], "none": []], "number": 7,
        ]
        #expect(FeedMapping.lists(in: response).map(\.description) == ["/z", "/a/b~1c"])
        #expect(FeedMapping.lists(in: [["id": 1]]).map(\.description) == [""])
        #expect(FeedMapping.lists(in: "text") == [])
        let many = (0..<30).map { ("list\($0)", JSONValue.array([["id": 1]])) }
        #expect(FeedMapping.lists(in: .object(JSONObject(many, uniquingKeysWith: { $1 }))).count == 10)
    }

    @Test func aFault_isReportedWithItsItem_unlessThatIsLarge() throws {
        let large = JSONValue.string(String(repeating: "x", count: 20_000))
        let response: JSONValue = ["data": ["list": [["songId": 2], ["name": large]]]]
        let outcome = FeedMapping(try Feed(checking: FeedTests.grid, rules, catalog), catalog).map(response)
        let upstreams = outcome.faults.map { $0.json(in: response).object?["upstream"] }
        #expect(upstreams == [["songId": 2], .null])
    }

    @Test func noMoreItemsAreUsed_thanTheFeedMayHave() throws {
        let outcome = try map(.array((0..<10_000).map { item($0) }))
        #expect(outcome.cards.map(\.item) == [0, 1, 2])
        #expect(outcome.itemCount == 10_000)
        #expect(outcome.faultCount == 0)
    }

    @Test func faults_areCounted_butOnlyTheFirstAreListed() throws {
        let outcome = try map(.array(Array(repeating: .null, count: 1000)))
        #expect(outcome.faultCount == 1000)
        #expect(outcome.faults.count == FeedMapping.Outcome.maximumFaults)
    }

    @Test func aPointerThatFindsNoList_isAFault() throws {
        for items: JSONValue in [nil, "x", ["a": 1], 7] {
            let outcome = try map(items)
            #expect(outcome.cards.isEmpty)
            #expect(outcome.faults == [FeedFault(item: JSONPointer(["data", "list"]), reason: "is not a list")])
            #expect(outcome.itemCount == nil)
        }
    }

    @Test func anAddressOfAForbiddenScheme_isNoCard() throws {
        let outcome = try map(
            [item(1, ["link": "javascript:alert(1)"])],
            ["fields": ["/id": "/songId", "/title": "/name", "/imageUrl": ["value": "/assets/a.png"], "/url": "/link"]])
        #expect(outcome.cards.isEmpty)
        #expect(outcome.faults.first?.card?.description == "/url")
    }

    @Test func addressesAndDigits_areFitted_deepInAValue() throws {
        let address: JSONValue = ["type": "string", "format": "uri-reference"]
        let author: JSONValue = [
            "type": "object",
            "properties": [
                "avatarUrl": ["$ref": "#/$defs/address"], "age": ["type": ["integer", "null"]],
                "code": ["type": ["integer", "string"]], "note": ["type": "string"],
            ],
        ]
        let card: JSONValue = [
            "anyOf": [
                ["properties": ["author": author]],
                ["properties": ["pictures": ["type": "array", "items": ["$ref": "#/$defs/address"]]]],
            ]
        ]
        let type = try BlockType(
            showType: "L",
            json: [
                "type": "object", "x-homeblocks": ["items": "/list"], "$defs": ["address": address],
                "properties": ["list": ["type": "array", "items": card]],
            ])
        let catalog = BlockTypeCatalog([type])
        let feed = try Feed(
            checking: [
                "name": "l", "url": "https://api.example.com/v1/list", "showType": "L", "items": "",
                "fields": ["/author": "/user", "/pictures": "/pics"],
            ], rules, catalog)
        let user: JSONValue = ["avatarUrl": "a b.jpg", "age": "7", "code": "7", "note": "/x", "other": "8"]
        let mapping = FeedMapping(feed, catalog, address: "https://cdn.example.com/lists/1")
        let outcome = mapping.map([["user": user, "pics": ["/1.jpg", "//h/2.jpg", ""]]])
        let fitted: JSONValue = [
            "avatarUrl": "https://cdn.example.com/lists/a%20b.jpg", "age": 7, "code": "7", "note": "/x", "other": "8",
        ]
        let pictures: JSONValue = ["https://cdn.example.com/1.jpg", "https://h/2.jpg", ""]
        #expect(outcome.cards.map(\.card) == [["author": fitted, "pictures": pictures]])
    }

    @Test func namesOfNumbers_makeLists() throws {
        let type = try BlockType(
            showType: "L",
            json: [
                "type": "object", "x-homeblocks": ["items": "/list"],
                "properties": ["list": ["type": "array", "maxItems": 2, "items": ["type": "object"]]],
            ])
        let catalog = BlockTypeCatalog([type])
        let feed = try Feed(
            checking: [
                "name": "l", "url": "https://api.example.com/", "showType": "L", "items": "",
                "fields": ["/a/0/x": "/p", "/a/1/y": "/q", "/b/1": "/p"],
            ], rules, catalog)
        let outcome = FeedMapping(feed, catalog).map(.array(Array(repeating: ["p": 1, "q": 2], count: 5)))
        #expect(outcome.cards.first?.card == ["a": [["x": 1], ["y": 2]], "b": ["1": 1]])
        // The layout allows two cards.
        #expect(outcome.cards.count == 2)
        #expect(outcome.faultCount == 1)
    }

    @Test func aTemplateThatIsNotAnAddress_usesValuesUnchanged() throws {
        let template = try #require(FeedTemplate("No. {n}: {/a/b}"))
        let item = try JSONValue(parsing: #"{"n": 1.0, "a": {"b": "x & y"}}"#)
        #expect(try template.value(in: item) == "No. 1.0: x & y")
        #expect(throws: FeedField.Missing.self) { try template.value(in: ["n": 1]) }
        for text in ["", "{", "}", "a{b", "{}", "{a{b}}", "a}b"] { #expect(FeedTemplate(text) == nil, "\(text)") }
        let path = try #require(FeedTemplate("/assets/{x}"))
        #expect(try path.value(in: ["x": "../../secret"]) == "/assets/..%2F..%2Fsecret")
    }

    /// A section may have its own cards together with those of its feed.
    @Test(
        arguments: [
            ("minimumCards", ["minimumCards": 2], [:]), ("minItems", [:], ["minItems": 2]),
            ("contains", [:], ["contains": ["properties": ["id": ["const": 9]]]]),
        ] as [(String, JSONObject, JSONObject)])
    func tooFewCards_areForTheSectionToJudge(_ name: String, _ settings: JSONObject, _ list: JSONObject) throws {
        let list = list.merging(["type": "array", "maxItems": 3]) { $1 }
        let layout = try BlockType(
            showType: "PAIR",
            json: [
                "type": "object", "properties": ["list": .object(list)],
                "x-homeblocks": .object(settings.merging(["items": "/list"]) { $1 }),
            ])
        let catalog = BlockTypeCatalog([layout])
        let feed = try Feed(
            checking: [
                "name": "pairs", "url": "https://api.example.com/", "showType": "PAIR", "items": "/list",
                "fields": ["/id": "/id"],
            ], rules, catalog)
        func outcome(_ ids: Int...) -> FeedResult {
            let items = ids.map { ["id": JSONValue($0)] as JSONValue }
            let response = FeedResponse(.json(["list": .array(items)]), status: 200, milliseconds: 1)
            return FeedResult(response, of: feed, hash: nil, catalog)
        }
        #expect(outcome(1, 2).cards.count == 2)
        #expect(outcome(1).outcome == .updated && outcome(1).cards.count == 1)
        #expect(outcome(1, 2, 3, 4).cards.count == 3 && outcome(1, 2, 3, 4).mapping?.faultCount == 1)
        #expect(outcome().outcome == .refused)

        // The section loses the removed item if it has enough own cards; with too few, it is left out.
        let filled = { (own: Int) in
            let cards = (0..<own).map { ["id": JSONValue(10 + $0)] as JSONValue }
            let block = BlockResource(
                blockCode: "A", showType: "PAIR", source: .feed("pairs", positions: []),
                content: ["list": .array(cards)])
            let list = FeedList(feed: "pairs", showType: "PAIR", cards: outcome(1).cards, version: 2, endsAt: nil)
            return block.filled(with: list, catalog, at: Instant(milliseconds: 0)).content
        }
        if name == "minimumCards" {
            #expect(layout.items(of: filled(2)).count == 3 && !layout.isEmpty(filled(2)))
            #expect(!layout.isEmpty(filled(1)) && layout.isEmpty(filled(0)))
        }
    }

    @Test(arguments: [(own: 0, cards: 3), (1, 3), (2, 3), (3, 3)])
    func aLayoutOfExactlyThreeCards_isFilledToThree(_ own: Int, _ cards: Int) throws {
        let layout = try BlockType(
            showType: "THREE",
            json: [
                "type": "object", "x-homeblocks": ["items": "/list"],
                "properties": ["list": ["type": "array", "minItems": 3, "maxItems": 3]],
            ])
        let list = FeedList(
            feed: "threes", showType: "THREE", cards: (0..<3).map { ["id": JSONValue($0)] }, version: 2, endsAt: nil)
        let block = BlockResource(
            blockCode: "A", showType: "THREE", source: .feed("threes", positions: []),
            content: ["list": .array((0..<own).map { ["id": JSONValue(10 + $0)] })])

        let filled = block.filled(with: list, BlockTypeCatalog([layout]), at: Instant(milliseconds: 0))

        #expect(layout.items(of: filled.content).count == cards)
    }

    @Test func aResponse_hasOneOutcome() throws {
        let feed = try Feed(checking: FeedTests.grid, rules, catalog)
        func result(_ body: FeedResponse.Body, hash: [UInt8]? = nil) -> FeedResult {
            FeedResult(FeedResponse(body, status: 200, milliseconds: 1), of: feed, hash: hash, catalog)
        }
        let good = FeedResponse.Body.json(["data": ["list": [item(1)]]])
        let first = result(good)
        #expect(first.outcome == .updated)
        #expect(result(good, hash: first.hash).outcome == .unchanged)
        #expect(result(good, hash: [1]).outcome == .updated)
        #expect(result(.unchanged, hash: first.hash).outcome == .unchanged)
        #expect(result(.failure("x")).problem == "x")
        let refused = result(.json(["data": ["list": [7]]]), hash: first.hash)
        #expect(refused.outcome == .refused)
        #expect(!refused.isGood && refused.problem.contains("/data/list/0"))
        #expect(result(.json(["data": ["list": []]])).outcome == .refused)
    }

    @Test func moreThanTwoFailures_makePausesLonger_upToALimit() throws {
        let feed = try Feed(checking: FeedTests.grid, rules, catalog)
        let pauses = [0, 1, 2, 3, 4, 1000].map { FeedSchedule.milliseconds(feed, failures: $0, chance: 0) / 1000 }
        #expect(pauses == [60, 60, 60, 120, 240, 480])
        #expect(FeedSchedule.milliseconds(feed, failures: 0, chance: 1) == 66_000)
        let rare = JSONValue.object((FeedTests.grid.object ?? [:]).merging(["interval": 7200, "ttl": nil]) { $1 })
        let slow = try Feed(checking: rare, rules, catalog)
        #expect(FeedSchedule.milliseconds(slow, failures: 9, chance: 0) == 7_200_000)
    }
}
