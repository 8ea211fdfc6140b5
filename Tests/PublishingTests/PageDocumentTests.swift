import CustomDump
import HomeBlocks
import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct PageDocumentTests {
    @Test(arguments: ["music", "mall"])
    func export_thenImport_isTheSamePage_byteForByte(_ slug: String) throws {
        let page = try Project.page(slug)
        let bytes = page.json(slug: slug).prettyEncoded
        let again = try PageDocument(json: try JSONValue(parsing: bytes))
        expectNoDifference(again, page)
        #expect(again.json(slug: slug).prettyEncoded == bytes)
    }

    @Test func reply_isAcceptedWithAndWithoutItsEnvelope() throws {
        let data: JSONValue = [
            "cursor": nil, "hasMore": false, "blocks": [["blockCode": "A", "showType": "B", "x": [1, 2]]], "future": 1,
        ]
        let bare = try PageDocument(json: data)
        let whole = try PageDocument(json: ["code": 200, "data": data, "message": ""])
        #expect(bare.blocks == whole.blocks)
        #expect(bare.data == whole.data)
        #expect(bare.data == ["future": 1])
        #expect(bare.blocks.map(\.content) == [["x": [1, 2]]])
    }

    func issues(_ json: String) throws -> [String] {
        let value = try JSONValue(parsing: json)
        let catalog = try Project.catalog()
        do throws(PublishingError) {
            try PageDocument(json: value).validate(catalog, client: nil)
            return []
        } catch {
            guard case .invalid(let input) = error else { throw error }
            return input.issues.map(\.pointer.description)
        }
    }

    @Test(arguments: [
        ("[]", [""]), ("{}", [""]), (#"{"blocks":{}}"#, ["/blocks"]), (#"{"blocks":[1]}"#, ["/blocks/0"]),
        (#"{"data":{"blocks":[{"showType":"B"}]}}"#, ["/data/blocks/0/blockCode"]),
        (
            #"{"data":{"blocks":[{"blockCode":"A","showType":"MALL_AD","canClose":1}],"titles":1}}"#,
            ["/data/titles", "/data/blocks/0/extInfo", "/data/blocks/0/canClose"]
        ),
        (#"{"blocks":[{"blockCode":"A","showType":"NONE"}]}"#, ["/blocks/0/showType"]),
        (#"{"page":{"client":"x"},"blocks":[]}"#, ["/page/client"]),
        (#"{"code":500,"data":{"blocks":[],"hasMore":true}}"#, ["/code"]),
        (#"{"page":{},"data":{"cursor":"x","hasMore":true},"blocks":[]}"#, ["/data/cursor", "/data/hasMore"]),
        (#"{"page":{"title":5,"y":1},"data":[1],"blocks":[]}"#, ["/page/y", "/page/title", "/data"]),
        (#"{"page":{"title":"a\u0000b"},"blocks":[]}"#, ["/page/title"]),
        (#"{"page":{},"blocks":[{"blockCode":"A b","showType":"MALL_AD","content":{}}]}"#, ["/blocks/0/blockCode"]),
        (
            #"{"page":{},"blocks":[{"blockCode":"A","showType":"MALL_AD","from":"2026-01-01T00:00:00","content":{"extInfo":{"list":[]}}}]}"#,
            ["/blocks/0/from"]
        ),
        (
            #"{"page":{},"blocks":[{"blockCode":"A","showType":"MALL_AD","audience":{"age":1},"content":{}}]}"#,
            ["/blocks/0/audience/age"]
        ),
        (#"{"page":{},"blocks":[{"blockCode":"A","showType":"MALL_AD","content":{}}]}"#, ["/blocks/0/content/extInfo"]),
        (
            #"{"page":{},"data":{"pageConfig":{"title":"x","abtest":[1],"refreshInterval":"5"}},"blocks":[]}"#,
            ["/data/pageConfig/abtest", "/data/pageConfig/refreshInterval", "/data/pageConfig/title"]
        ),
        (
            #"{"page":{},"data":{"pageConfig":{"refreshInterval":9e18,"songLabelMarkLimit":1.0}},"blocks":[]}"#,
            ["/data/pageConfig/refreshInterval"]
        ),
        (
            #"{"page":{},"blocks":[{"blockCode":"A","showType":"MALL_AD","content":{"extInfo":{"list":[]}}},{"blockCode":"A","showType":"MALL_AD","content":{"extInfo":{"list":[]}}}]}"#,
            ["/blocks/1/blockCode"]
        ),
    ])
    func invalidPages_areRefusedWithAPointerPerIssue(_ json: String, _ pointers: [String]) throws {
        #expect(try issues(json) == pointers)
    }

    @Test func moreThanAThousandBlocks_areRefusedWithTheLimitsName() throws {
        let block = #"{"blockCode":"A","showType":"MALL_AD"}"#
        let json = #"{"blocks":["# + Array(repeating: block, count: 1001).joined(separator: ",") + "]}"
        let value = try JSONValue(parsing: json)
        do throws(PublishingError) {
            _ = try PageDocument(json: value)
            Issue.record("taken")
        } catch {
            guard case .invalid(let input) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(input.detail.contains("page.blocks"))
        }
    }
}
