import HomeBlocks
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct NewsTests {
    @Test func theDocument_onlyHasReferences() throws {
        let page = try RecordedDocuments.page("news")
        for block in page.data.blocks {
            let feed = try NewsFeed(block)
            #expect(feed.heading.title != nil)
            let list: [JSONObject] = try block.data("list")
            #expect(feed.entries.map(\.item.index) == Array(list.indices))
            #expect(list.allSatisfy { Set($0.keys) == ["id", "kind"] })
        }
        let kinds = try page.data.blocks.flatMap { try NewsFeed($0).entries }.map { entry in
            switch entry.item {
            case .trailer: "trailer"
            case .review: "review"
            case .playthrough: "playthrough"
            }
        }
        #expect(Set(kinds).count == 3)
    }

    @Test func anItemOfAnUnknownKind_isLeftOut_andTheOthersKeepTheirIndices() throws {
        var issues: [SectionIssue] = []
        let feed = try NewsFeed(
            try Block(
                json: [
                    "blockCode": "latest", "showType": "NEWS_FEED",
                    "extInfo": [
                        "list": [
                            ["id": 1, "kind": "review"], ["id": 2, "kind": "quiz"], ["kind": "trailer"],
                            ["id": 4, "kind": "trailer"],
                        ]
                    ],
                ])
        ) { issues.append($0) }
        #expect(feed.entries.map(\.item) == [.review(index: 0), .trailer(index: 3)])
        #expect(feed.item(id: 4)?.item == .trailer(index: 3))
        #expect(feed.item(id: 2) == nil)
        #expect(
            issues.map(\.description) == [
                "latest: /extInfo/list/1/kind is an unknown kind", "latest: /extInfo/list/2/id is missing",
            ])
        #expect(issues.map(\.issue.kind) == [.unknownValue, .missing])
    }

    @Test func details_areReadByKind() throws {
        func detail(_ members: JSONObject) throws -> NewsDetail {
            try NewsDetail.read(
                .object(members.merging(["id": 1, "title": "T", "imageUrl": "/i.svg"], uniquingKeysWith: { $1 })))
        }
        #expect(try detail(["kind": "trailer", "length": 190]).caption == "3:10")
        #expect(try detail(["kind": "playthrough", "length": 9365]).caption == "2:36:05")
        #expect(try detail(["kind": "playthrough", "length": -3]).caption == "0:00")
        #expect(try detail(["kind": "review", "rating": 4]).caption == "4 / 10")
        #expect(throws: JSONIssue("is missing", kind: .missing, at: JSONPointer(["rating"]))) {
            try detail(["kind": "review"])
        }
        #expect(throws: JSONIssue.self) { try detail(["kind": "quiz"]) }
    }

    @Test func aListWithoutNewsItems_isAnIssue() throws {
        let issue = #expect(throws: SectionIssue.self) {
            try NewsFeed(try RecordedDocuments.block("textOne", of: "demo"))
        }
        #expect(issue?.issue.pointer.description == "/extInfo/list/0/kind")
        #expect(
            try NewsFeed(try Block(json: ["blockCode": "x", "showType": "NEWS_FEED", "extInfo": ["list": []]])).entries
                .isEmpty)
    }

    @Test func aSectionWithoutAList_isAnIssue() throws {
        let block = try Block(json: ["blockCode": "latest", "showType": "NEWS_FEED", "extInfo": ["list": 3]])
        let issue = #expect(throws: SectionIssue.self) { try NewsFeed(block) }
        #expect(issue?.description == "latest: /extInfo/list is not an array")
    }
}
