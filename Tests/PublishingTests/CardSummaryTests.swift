import HomeBlocks
import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct CardSummaryTests {
    static let card: JSONValue = ["id": 1, "kind": "trailer", "title": "T", "length": 90]

    static func type(_ settings: JSONObject) throws -> BlockType {
        try BlockType(showType: "FEED", json: ["type": "object", "x-homeblocks": .object(settings)])
    }

    static func variant(_ settings: JSONObject, _ content: JSONObject) throws -> PageVariant {
        let now = Instant(milliseconds: 0)
        let block = BlockResource(blockCode: "latest", showType: "FEED", content: content)
        let order = OrderState(page: "p", revision: 1, order: ["latest"], changedBy: "", changedAt: now)
        let revision = LiveRevision(
            page: PageInfo(slug: "p", title: ""), number: 1, order: order, versions: [:], data: [:], nextRelease: nil)
        let rendered = RenderedBlock(block, BlockTypeCatalog([try type(settings)]))
        return PublishedPage(LivePage(own: revision), blocks: [rendered], at: now).variant(for: ClientContext())
    }

    static func list(_ variant: PageVariant) throws -> JSONValue? {
        try JSONValue(parsing: variant.document())[pointer: JSONPointer(["data", "blocks", "0", "extInfo", "list"])]
    }

    @Test func aLayoutWithASummary_sendsFullCardsOneAtATime() throws {
        let variant = try Self.variant(
            ["items": "/extInfo/list", "summary": ["id", "kind", "missing"]],
            ["extInfo": ["list": [Self.card, Self.card], "more": true]])
        #expect(try Self.list(variant) == [["id": 1, "kind": "trailer"], ["id": 1, "kind": "trailer"]])
        let document = try JSONValue(parsing: variant.document())
        #expect(document[pointer: JSONPointer(["data", "blocks", "0", "extInfo", "more"])] == true)
        let items = try #require(variant.shown["latest"]).items().map { try JSONValue(parsing: $0.bytes) }
        #expect(items == [Self.card, Self.card])
    }

    @Test func aLayoutWithoutASummary_sendsFullCards() throws {
        let variant = try Self.variant(["items": "/extInfo/list"], ["extInfo": ["list": [Self.card]]])
        #expect(try Self.list(variant) == [Self.card])
    }

    @Test func cardsThatAreNotObjects_stay() throws {
        let variant = try Self.variant(
            ["items": "/extInfo/list", "summary": ["id"]], ["extInfo": ["list": ["text", 7, Self.card]]])
        #expect(try Self.list(variant) == ["text", 7, ["id": 1]])
    }

    @Test(
        arguments: [
            ["items": "/extInfo/list", "summary": "id"], ["items": "/extInfo/list", "summary": ["id", 3]],
            ["data": ["/extInfo"], "summary": ["id"]],
        ] as [JSONObject])
    func aSummaryThatIsNone_isRefused(_ settings: JSONObject) {
        #expect(throws: PublishingError.self) { try Self.type(settings) }
    }
}
