import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MallTests {
    static func groups(_ order: [String] = SectionSort.mallDefault.order) throws -> [MallGroup] {
        let blocks = try RecordedDocuments.page("mall").data.blocks
        return try blocks.map { block in
            try MallGroup(block, sortIndex: try #require(order.firstIndex(of: block.blockCode)))
        }
    }

    @Test func theStarterPage_isReadCompletely() throws {
        let groups = try Self.groups()
        #expect(groups.count == 13)
        for group in groups {
            if case .unknown(let block) = group.content { Issue.record("\(block.blockCode)") }
            #expect(!group.content.isEmpty)
            for index in 0..<group.content.itemCount {
                let size = group.content.size(ofItem: index, in: ScreenMetrics(width: 375))
                #expect(size.width > 0 && size.width <= 375 && size.height > 0, "\(group.id)")
            }
        }
    }

    @Test func groups_areInsertedInOrder_regardlessOfTheirArrival() throws {
        let groups = try Self.groups()
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<50 {
            var list: [MallGroup] = []
            for group in groups.shuffled(using: &generator) {
                #expect(group.isNeedAppend(with: group, listMs: list))
                #expect(group.index(with: group, listMs: list) == nil)
                group.addTo(listMs: &list)
            }
            #expect(list == groups)
        }
    }

    @Test func addingAGroupAgain_replacesIt_andDoesNotAffectOthers() throws {
        var list = try Self.groups()
        let before = list
        let marquee = MallGroup(id: "marquee", content: .marquee([]), sortIndex: 0)
        let ads = MallGroup(id: "otc", content: before[5].content, sortIndex: 20)
        ads.addTo(listMs: &list)
        #expect(list.map(\.id) == before.map(\.id).filter { $0 != "otc" } + ["otc"])
        marquee.addTo(listMs: &list)
        #expect(list.first?.id == "beltAndRoad")
        #expect(list.count == before.count - 1)
        marquee.addTo(listMs: &list)
        #expect(list.count == before.count - 1)
    }

    @Test func aGroupAtAnotherPosition_isEqual() throws {
        let before = try Self.groups()
        let order = ["bottomFloat"] + SectionSort.mallDefault.order.filter { $0 != "bottomFloat" }
        let after = try Self.groups(order).sorted { $0.sortIndex < $1.sortIndex }
        let difference = ListDifference(from: before, to: after)
        #expect(difference.moves.map { [$0.from, $0.to] } == [[12, 0]])
        #expect(difference.updates.isEmpty && difference.deletes.isEmpty && difference.inserts.isEmpty)
    }

    @Test func cellsFitTheirRows() throws {
        for width in [320, 375, 390, 430, 768] as [CGFloat] {
            let metrics = ScreenMetrics(width: width)
            for group in try Self.groups() where group.content.itemCount > 1 {
                let content = group.content
                let inRow = group.id == "bottomNav" ? 2 : group.id == "localService" ? 4 : 5
                let used = (0..<inRow).reduce(CGFloat(inRow - 1) * content.itemSpacing) {
                    $0 + content.size(ofItem: $1, in: metrics).width
                }
                #expect(used <= width - 2 * MallContent.margin, "\(group.id) on \(width)")
            }
        }
    }

    @Test(
        arguments: [
            (nil, 98), ("en-GB", 98), ("zh", 80), ("zh-Hant-HK,en", 80), ("ZH_CN", 80), ("zh@calendar=roc", 80),
            ("vi-VN", 108), ("", 98),
        ] as [(String?, CGFloat)])
    func middleEntries_haveTheHeightThatTheirLanguageNeeds(_ language: String?, _ height: CGFloat) throws {
        let entries = try #require(try Self.groups().first { $0.id == "middleNav" }?.content)
        let metrics = ScreenMetrics(width: 375, language: language)
        #expect(entries.size(ofItem: 0, in: metrics).height == height)
        #expect(
            entries.size(ofItem: 0, in: metrics).width == entries.size(ofItem: 0, in: ScreenMetrics(width: 375)).width)
    }

    @Test(arguments: [(375, 82), (414, 90.5), (430, 94), (390, 85)] as [(CGFloat, CGFloat)])
    func localServices_areScaledToTheScreen(_ width: CGFloat, _ cell: CGFloat) throws {
        let services = try #require(try Self.groups().first { $0.id == "localService" }?.content)
        #expect(services.size(ofItem: 0, in: ScreenMetrics(width: width)) == CGSize(width: cell, height: 110))
    }

    @Test func theBottomFloat_growsWithItsContent_andHasAtLeastTheHeightOfItsTabs() throws {
        let bottom = try #require(try Self.groups().first { $0.id == "bottomFloat" }?.content)
        let metrics = ScreenMetrics(width: 375)
        let heights: [(CGFloat, CGFloat)] = [
            (0, 44), (-5, 44), (20, 44), (812.5, 812.5), (.nan, 44), (.infinity, 44),
        ]
        for (content, height) in heights {
            let size = bottom.size(ofItem: 0, in: metrics, contentHeight: content)
            #expect(size == CGSize(width: 375, height: height))
        }
        let marquee = try #require(try Self.groups().first { $0.id == "marquee" }?.content)
        #expect(marquee.size(ofItem: 0, in: metrics, contentHeight: 900).height == 32)
    }

    @Test func identityAndContentOfAGroup_areSeparate() throws {
        let group = try Self.groups()[0]
        let other = MallGroup(id: group.id, content: .marquee([]), sortIndex: group.sortIndex)
        #expect(group != other)
        #expect(group.index(with: other, listMs: [group]) == 0)
    }

    @Test func aNewSection_isShown_ifItsLayoutIsKnown() throws {
        var block = try RecordedDocuments.block("otc", of: "mall").json
        block["blockCode"] = "summerSale"
        guard case .ads(let list) = try MallContent(try Block(json: block)) else {
            Issue.record("the layout was not recognised")
            return
        }
        #expect(!list.isEmpty)
        block["showType"] = "MALL_GAME"
        guard case .unknown = try MallContent(try Block(json: block)) else {
            Issue.record("an unknown layout was read")
            return
        }
    }

    @Test func aPictureForDarkMode_isRead_ifThereIsOne() throws {
        let plain: JSONObject = ["id": 1, "title": "Tea", "imageUrl": "/pictures/day.webp", "url": "homeblocks://tea"]
        #expect(try MallAd(json: plain).imageUrlDark == nil)
        let both = plain.merging(["imageUrlDark": "/pictures/night.webp"], uniquingKeysWith: { $1 })
        let ad = try MallAd(json: both)
        #expect(ad.imageUrl == "/pictures/day.webp" && ad.imageUrlDark == "/pictures/night.webp")
        // The member is optional: a value that is not a string counts as missing, and the advertisement stays.
        for value in [JSONValue.null, 1, [:]] {
            let odd = plain.merging(["imageUrlDark": value], uniquingKeysWith: { $1 })
            #expect(try MallAd(json: odd).imageUrlDark == nil)
        }
    }

    @Test func aSectionWhoseLayoutTheOperatorChanged_isReadAsThatLayout() throws {
        var block = try RecordedDocuments.block("middleNav", of: "mall").json
        block["blockCode"] = "otc"
        guard case .navigation = try MallContent(try Block(json: block)) else {
            Issue.record("the code decided")
            return
        }
        block["blockCode"] = "middleNav"
        block["showType"] = "MALL_NAVIGATION_2"
        guard case .middleNav = try MallContent(try Block(json: block)) else {
            Issue.record("the name of the layout decided")
            return
        }
    }

    @Test func dataThatDoesNotMatchTheLayout_isAnIssue() throws {
        let block = try Block(
            json: ["blockCode": "otc", "showType": "MALL_AD", "extInfo": ["list": [["id": 1, "title": 2]]]])
        let issue = #expect(throws: SectionIssue.self) { try MallContent(block) }
        #expect(issue?.description == "otc: /extInfo/list/0/title is not a string")
    }

    @Test func theSortModel_knowsEverySection() throws {
        let sort = try SectionSort(json: ["page": "mall", "order": ["b", "a", "b"], "index": ["a": 9]])
        #expect(sort["b"] == 0)
        #expect(sort["a"] == 1)
        #expect(sort["c"] == nil)
        #expect(throws: JSONIssue.self) { try SectionSort(json: ["order": "b"]) }
    }
}
