import HomeBlocks
import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct PublishedPageTests {
    static let noon = Instant(milliseconds: 1_800_000_000_000)

    func published(_ blocks: [BlockResource], data: JSONObject = [:], at now: Instant = noon) throws -> PublishedPage {
        let catalog = try Project.catalog()
        let order = OrderState(page: "p", revision: 1, order: blocks.map(\.blockCode), changedBy: "", changedAt: now)
        let revision = LiveRevision(
            page: PageInfo(slug: "p", title: ""), number: 1, order: order, versions: [:], data: data, nextRelease: nil)
        return PublishedPage(
            LivePage(own: revision), blocks: blocks.map { RenderedBlock($0, catalog) }, at: now)
    }

    func ad(_ code: String, from: Instant? = nil, until: Instant? = nil, isEnabled: Bool = true) -> BlockResource {
        BlockResource(
            blockCode: code, showType: "MALL_AD", isEnabled: isEnabled, from: from, until: until,
            content: ["extInfo": ["list": [["id": 1]]]])
    }

    func codes(_ page: PublishedPage) throws -> [String] {
        let document = try JSONValue(parsing: page.variant(for: ClientContext()).document())
        return document[pointer: JSONPointer(["data", "blocks"])]?.array?
            .compactMap { $0.object?["blockCode"]?.string } ?? []
    }

    @Test func document_isCompletedToTheWireShape() throws {
        let document = try JSONValue(parsing: try published([ad("A")]).variant(for: ClientContext()).document())
        let members = try #require(document.object)
        #expect(members["code"] == 200)
        #expect(members["message"] == "")
        let data = try #require(members["data"]?.object)
        for name in ["cursor", "blockUUIDs", "internalTest", "blockCodeOrderList"] { #expect(data[name] == .null) }
        #expect(data["hasMore"] == false)
        #expect(data["titles"] == [])
        #expect(data["exposedResource"] == "")
        #expect(data["demote"] == false)
        #expect(data["guideToast"] == ["hasGuideToast": false, "toastList": []])
        let config = try #require(data["pageConfig"]?.object)
        #expect(config["title"] == .null)
        #expect(config["refreshInterval"] == 600_000)
        #expect(
            Set(config.keys) == [
                "refreshToast", "nodataToast", "refreshInterval", "title", "fullscreen", "abtest",
                "songLabelMarkPriority",
                "songLabelMarkLimit", "homepageMode", "showModeEntry", "orderInfo",
            ])
        let block = try #require(data["blocks"]?.array?.first?.object)
        #expect(block["uiElement"] == ["rcmdShowType": "DEFAULT"])
        for (name, value) in [
            "dislikeShowType": JSONValue(0), "blockStyle": 0, "canFeedback": false, "blockDemote": false,
        ] {
            #expect(block[name] == value)
        }
        #expect(block["canClose"] == false)
        #expect(block["sort"]?.int != nil)
        #expect(block["action"] == nil)
    }

    @Test func fieldsOfTheOperator_overrideDefaults_andUnknownOnesAreKept() throws {
        var block = ad("A")
        block.content["canClose"] = true
        block.content["future"] = try JSONValue(parsing: #"{"n":12345678901234567890.10}"#)
        let page = try published([block], data: ["pageConfig": ["nodataToast": "完"], "cursor": "x", "later": 1])
        let document = try JSONValue(parsing: page.variant(for: ClientContext()).document())
        let data = try #require(document.object?["data"]?.object)
        #expect(data["cursor"] == .null)
        #expect(data["later"] == 1)
        #expect(data["pageConfig"]?.object?["nodataToast"] == "完")
        #expect(data["pageConfig"]?.object?["homepageMode"] == "RCMD_MODE")
        #expect(
            String(decoding: page.variant(for: ClientContext()).document(), as: UTF8.self).contains(
                #""future":{"n":12345678901234567890.10}"#))
        #expect(data["blocks"]?.array?.first?.object?["canClose"] == true)
    }

    @Test func sectionsWithNothingToShow_areLeftOut() throws {
        let empty = BlockResource(blockCode: "E", showType: "MALL_AD", content: ["extInfo": ["list": []]])
        let gone = BlockResource(blockCode: "G", showType: "NO_SUCH_LAYOUT", content: ["extInfo": ["list": [1]]])
        let card = BlockResource(
            blockCode: "W", showType: "MALL_WALLET_CARD", content: ["extInfo": ["smallWelfare": nil]])
        #expect(try codes(published([ad("A"), empty, gone, card, ad("B")])) == ["A", "B"])
    }

    @Test func windows_areEvaluatedWhenRead_andGiveTheNextChange() throws {
        let blocks = [
            ad("past", until: Self.noon), ad("now", from: Self.noon, until: Self.noon.adding(seconds: 60)),
            ad("soon", from: Self.noon.adding(seconds: 30)),
            ad("off", from: Self.noon.adding(seconds: 5), isEnabled: false),
            ad("always"),
        ]
        let page = try published(blocks)
        #expect(try codes(page) == ["now", "always"])
        #expect(page.changesAt == Self.noon.adding(seconds: 30))
        let later = try published(blocks, at: Self.noon.adding(seconds: 60))
        #expect(try codes(later) == ["soon", "always"])
        #expect(later.changesAt == nil)
    }

    @Test func mall_showsThirteenOfItsFifteen_withTheFloatLast() throws {
        let page = try Project.page("mall")
        let shown = try codes(published(page.blocks))
        #expect(shown.count == 13)
        #expect(!shown.contains("otherMall") && !shown.contains("otherService"))
        #expect(shown.last == "bottomFloat")
    }

    @Test func menus_areTheRoundEntriesInOrder() throws {
        let menus = try JSONValue(
            parsing: try published(try Project.page("music").blocks).variant(for: ClientContext()).menus())
        let entries = try #require(menus.object?["data"]?.array)
        #expect(entries.count >= 9)
        let first = try #require(entries.first?.object)
        #expect(try #require(first["id"]?.int) < 0)
        #expect(
            Set(first.keys) == ["id", "name", "iconUrl", "url", "skinSupport", "homepageMode", "resourceState"])
        #expect(first["homepageMode"] == "RCMD_MODE")
    }

    @Test func menus_areEmptyForAPageWithout() throws {
        #expect(
            String(decoding: try published([ad("A")]).variant(for: ClientContext()).menus(), as: UTF8.self)
                == #"{"code":200,"data":[],"message":""}"#
        )
    }
}
