import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HomePageTests {
    @Test func decodingAndEncoding_preservesTheStarterPages() throws {
        for slug in ["music", "mall", "demo", "news", "moments"] {
            try Self.expectLossless(try RecordedDocuments.text(slug))
        }
    }

    @Test(.enabled(if: RecordedDocuments.capture("captures/home-page-2021.json") != nil))
    func decodingAndEncoding_preservesARealResponse() throws {
        try Self.expectLossless(try #require(RecordedDocuments.capture("captures/home-page-2021.json")))
    }

    /// Expects that encoding preserves everything, for pages from both `init(parsing:)` and `JSONDecoder`.
    static func expectLossless(_ data: Data) throws {
        let page = try HomePage(parsing: data)
        let decoded = try JSONDecoder().decode(HomePage.self, from: data)
        for page in [page, decoded] {
            let again = try JSONEncoder().encode(page)
            #expect(try JSONValue(parsing: again) == JSONValue(parsing: data))
        }
        #expect(decoded == page)
    }

    @Test func parse_returnsTypedBlocks() throws {
        let page = try RecordedDocuments.page("music")
        #expect(page.code == 200)
        #expect(page.data.blocks.count == 12)
        #expect(page.data.issues.isEmpty)
        #expect(page.data.cursor == nil)
        #expect(!page.data.hasMore)
        #expect(page.data.pageConfig.refreshInterval == 600_000)
        #expect(page.data.blocks.allSatisfy { $0.uiElement != nil })
    }

    @Test func numbersOfAllKinds_surviveEncoding() throws {
        let json = #"{"a":9.5,"b":0.1,"c":-12.25,"d":1e300,"e":9223372036854775807,"f":[1.5],"g":98765432109876543210}"#
        let object = try JSONValue(parsing: json)
        let again = try JSONEncoder().encode(object)
        #expect(try JSONValue(parsing: again).object?["a"] == (try JSONValue(parsing: "9.5")))
        let decoded = try JSONDecoder().decode(JSONValue.self, from: again).object ?? [:]
        for name in ["a", "b", "c", "e", "f", "g"] { #expect(decoded[name] == object.object?[name], "\(name)") }
        #expect(decoded.take("d") == 1e300)
        #expect(JSONValue(UInt64.max) == (try JSONValue(parsing: "18446744073709551615")))
    }

    @Test func oneOddToken_doesNotMakeThePageUnreadable() throws {
        let page = try HomePage(
            parsing: [0xEF, 0xBB, 0xBF]
                + #"""
                {"data":{"blocks":[{"blockCode":"A","showType":"X","title":"cut \ud83d","title":"twice \ud83d\ude00","n":1e999},
                {"blockCode":"B","showType":"X"}]}}
                """#.utf8)
        #expect(page.data.blocks.map(\.blockCode) == ["A", "B"])
        #expect(page.data.blocks[0].json["title"] == "twice \u{1F600}")
        let cut = try HomePage(parsing: #"{"data":{"blocks":[],"x":"\udc00-\ud83dx-\ud83d\u0041"}}"#.utf8)
        #expect(cut.data.json["x"] == "\u{FFFD}-\u{FFFD}x-\u{FFFD}A")
    }

    @Test func unknownAndMistypedFields_arePreserved() throws {
        let json = #"""
            {"blockCode":"X","showType":"Y","canClose":7,"action":null,"creatives":"drifted",
             "future":{"big":9223372036854775807,"small":0.1000000000000000055},"uiElement":{"mainTitle":{"title":"T","x":1}}}
            """#
        let block = try Block(parsing: json.utf8)
        #expect(block.creatives == nil)
        #expect(!block.canClose)
        #expect(block.json["creatives"] == "drifted")
        #expect(block.json["future"]?.object?["big"]?.int == .max)
        #expect(block.uiElement?.mainTitle?.title == "T")
        let again = try JSONValue(parsing: try JSONEncoder().encode(block))
        #expect(try again == JSONValue(parsing: json))
    }

    @Test func anInvalidBlock_isAnIssue_andTheOthersAreRead() throws {
        let page = try HomePage(
            parsing: #"""
                {"data":{"blocks":[{"blockCode":"A","showType":"X"},7,{"showType":"X"},{"blockCode":"B"},
                 {"blockCode":"A","showType":"Y"},{"blockCode":"C","showType":"Z","new":true}]}}
                """#.utf8)
        #expect(page.data.blocks.map(\.blockCode) == ["A", "C"])
        #expect(page.data.blocks.first?.showType == "X")
        #expect(
            page.data.issues.map(\.description) == [
                "a section: /blocks/1 is not an object", "a section: /blocks/2/blockCode is missing",
                "B: /blocks/3/showType is missing", "A: /blocks/4/blockCode is used twice",
            ])
        #expect(page.data.pageConfig.refreshInterval == 600_000)
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"data":null}"#, #"{"data":{"blocks":{}}}"#, #"{"code":301,"message":"sign in"}"#,
    ])
    func anInvalidPage_isRejected_withTheLocation(_ text: String) {
        #expect(throws: JSONIssue.self) { try HomePage(parsing: text.utf8) }
        #expect(throws: (any Error).self) { try JSONDecoder().decode(HomePage.self, from: Data(text.utf8)) }
    }
}
