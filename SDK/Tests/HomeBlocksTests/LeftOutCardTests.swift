import HomeBlocks
import SDKTestSupport
import Testing

/// A card that cannot be read is left out, and reported with its location and the kind of issue.
@Suite(.timeLimit(.minutes(1))) struct LeftOutCardTests {
    /// A change of a starter page, and the expected report.
    struct Change: Sendable, CustomTestStringConvertible {
        let page: String
        let code: String
        let pointer: String
        /// The new value; nil removes the old one.
        let value: JSONValue?
        /// The reported pointer.
        let place: String
        let kind: JSONIssue.Kind

        init(
            _ page: String, _ code: String, _ pointer: String, _ value: JSONValue?, at place: String? = nil,
            _ kind: JSONIssue.Kind
        ) {
            (self.page, self.code, self.pointer, self.value, self.kind) = (page, code, pointer, value, kind)
            self.place = place ?? pointer
        }

        var testDescription: String { "\(code)\(pointer)" }
    }

    static let changes = [
        Change("music", "HOMEPAGE_BANNER", "/extInfo/banners/1/bannerId", .null, .missing),
        Change(
            "music", "HOMEPAGE_BLOCK_OLD_DRAGON_BALL", "/creatives/0/resources/0/resourceId", "x", .wrongType),
        Change(
            "music", "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "/creatives/1/resources/0/resourceId", .null, .missing),
        Change("music", "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "/creatives/2/creativeType", nil, .missing),
        Change("music", "HOMEPAGE_BLOCK_STYLE_RCMD", "/creatives/0/resources/2/uiElement", 7, .wrongType),
        Change(
            "music", "HOMEPAGE_BLOCK_STYLE_RCMD", "/creatives/3/resources/1/uiElement/mainTitle", nil, .missing),
        Change("music", "HOMEPAGE_MUSIC_MLOG", "/extInfo/2/resource/mlogBaseData/text", 8, .wrongType),
        Change("music", "HOMEPAGE_MUSIC_CALENDAR", "/creatives/1/resources", [], .empty),
        Change(
            "music", "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG", "/creatives/0/resources/1/resourceType", .null, .missing),
        Change("music", "HOMEPAGE_VOICELIST_RCMD", "/creatives/1", "gone", .wrongType),
        Change("music", "HOMEPAGE_PODCAST24", "/creatives/2", .null, .wrongType),
        Change("mall", "marquee", "/extInfo/list/1/id", .null, .missing),
        Change("mall", "hxPrefecture", "/extInfo/list/0/url", nil, .missing),
        Change("mall", "middleNav", "/extInfo/list/4/imageUrl", false, .wrongType),
        Change("mall", "walletCard", "/extInfo/smallWelfare/coupons/0/amount", "ten", .wrongType),
        Change("mall", "broadcast", "/extInfo/hot/anchorName", .null, .missing),
        Change("mall", "localService", "/extInfo/list/1/title", 1, .wrongType),
        Change("mall", "bottomFloat", "/extInfo/headerList/0/url", .null, .missing),
        Change("news", "latest", "/extInfo/list/0/kind", "quiz", .unknownValue),
        Change("demo", "textOne", "/extInfo/list/2/text", nil, .missing),
    ]

    /// Returns the wallet card as its endpoint returns it: the starter page has a placeholder without coupons.
    static func withCoupons(_ block: Block) throws -> Block {
        guard block.blockCode == "walletCard" else { return block }
        let coupons: JSONValue = [["id": 1, "title": "One", "amount": 15], ["id": 2, "title": "Two", "amount": 6]]
        let path: [String] = ["extInfo", "smallWelfare", "coupons"]
        let filled = JSONValue.object(block.json).replacing(path[...], with: coupons)
        return try Block.read(try #require(filled))
    }

    @Test(arguments: changes) func aBadCard_isLeftOut_andIsReported(_ change: Change) throws {
        let block = try Self.withCoupons(try RecordedDocuments.block(change.code, of: change.page))
        let path = try #require(JSONPointer(parsing: change.pointer)).tokens
        let value = JSONValue.object(block.json)
        let whole = ShownCards(value, layout: block.showType)
        #expect(whole.issues.isEmpty)
        let changed = try #require(value.replacing(path[...], with: change.value))
        let shown = ShownCards(changed, layout: block.showType)
        // The innermost element along the path may be lost, but no others.
        let lost = whole.count - shown.count
        #expect(lost >= 1 && shown.count > 0)
        let element = value.elements(along: path).last ?? Array(path.dropLast())
        let rest = ShownCards(try #require(value.replacing(element[...], with: nil)), layout: block.showType)
        #expect(shown.count == rest.count)
        #expect(shown.issues.map(\.blockCode) == [change.code])
        #expect(shown.issues.map(\.issue.pointer.description) == [change.place])
        #expect(shown.issues.map(\.issue.kind) == [change.kind])
        #expect(shown.issues.map(\.scope) == [.card])
    }

    @Test func anAdWithANullId_isLeftOutOfTheBanner_andReported() throws {
        let document = try RecordedDocuments.json("music")
        let path = ["data", "blocks", "0", "extInfo", "banners", "2", "bannerId"]
        let mutated = try #require(document.replacing(path[...], with: .null))
        let content = HomeContent(try HomePage.read(mutated))
        #expect(content.sections.count == 12)
        guard case .banner(let model) = content.sections[0],
            case .banner(let before) = HomeContent(try HomePage.read(document)).sections[0]
        else {
            Issue.record("\(content.sections[0].type)")
            return
        }
        #expect(model.cards.map(\.id) == before.cards.map(\.id).enumerated().filter { $0.offset != 2 }.map(\.element))
        #expect(content.issues.map(\.description) == ["HOMEPAGE_BANNER: /extInfo/banners/2/bannerId is null"])
    }

    @Test(.enabled(if: RecordedDocuments.capture("captures/home-page-2021.json") != nil))
    func onlyAdsAndNullsOfARealResponse_areLeftOut() throws {
        let data = try #require(RecordedDocuments.capture("captures/home-page-2021.json"))
        let reply = try JSONValue(parsing: data, limits: JSONLimits(isStrict: false))
        let ad: JSONValue = ["bannerId": nil, "creativeType": nil, "id": nil, "adid": 7, "adLocation": nil]
        var (cards, bad) = (0, 0)
        for value in reply[pointer: JSONPointer(["data", "blocks"])]?.array ?? [] {
            let layout = value.object?["showType"]?.string ?? ""
            let whole = ShownCards(value, layout: layout)
            var mutated = value
            var added = 0
            for path in [["extInfo"], ["extInfo", "banners"], ["creatives", "0", "resources"], ["creatives"]] {
                guard var list = mutated[pointer: JSONPointer(path)]?.array else { continue }
                list.insert(ad, at: 1)
                list.append(nil)
                mutated = mutated.replacing(path[...], with: .array(list)) ?? mutated
                added += 2
            }
            let shown = ShownCards(mutated, layout: layout)
            #expect(shown.count == whole.count, "\(layout)")
            #expect(!shown.issues.isEmpty && shown.issues.count <= added)
            #expect(shown.issues.allSatisfy { $0.scope == .card })
            (cards, bad) = (cards + whole.count, bad + shown.issues.count)
        }
        #expect(cards > 50 && bad >= 22)
        print("\(cards) cards shown, \(bad) bad ones left out")
    }

    @Test func aSectionWithoutAReadableCard_isLeftOut_withTheFirstCardsIssue() throws {
        var block = try RecordedDocuments.block("HOMEPAGE_BLOCK_STYLE_RCMD", of: "music").json
        block["creatives"] = [["creativeType": "x"], 7]
        let shown = ShownCards(.object(block), layout: "HOMEPAGE_SLIDE_SONGLIST_ALIGN")
        #expect(shown.count == 0)
        #expect(
            shown.issues.map(\.description) == ["HOMEPAGE_BLOCK_STYLE_RCMD: /creatives/0/resources is missing"])
        #expect(shown.issues.map(\.scope) == [.section])
    }

    @Test func badCards_areReportedInOrder() throws {
        var block = try RecordedDocuments.block("HOMEPAGE_BLOCK_STYLE_RCMD", of: "music").json
        let good = try #require(block["creatives"]?.array?.first)
        block["creatives"] = [["creativeType": "x"], 7, good, ["creativeType": "y"], nil]
        let shown = ShownCards(.object(block), layout: "HOMEPAGE_SLIDE_SONGLIST_ALIGN")
        #expect(
            shown.issues.map(\.issue.description) == [
                "/creatives/0/resources is missing", "/creatives/1 is not an object",
                "/creatives/3/resources is missing", "/creatives/4 is not an object",
            ])
    }

    @Test func aBadResourceOfASound_isReported_andTheNextIsShown() throws {
        var block = try RecordedDocuments.block("HOMEPAGE_PODCAST24", of: "music").json
        block["creatives"] = [
            [
                "creativeType": "x", "uiElement": ["mainTitle": ["title": "Rain"]],
                "resources": [
                    ["resourceType": "x"], ["resourceType": "x", "resourceId": "2", "uiElement": [:]],
                ],
            ]
        ]
        var issues: [SectionIssue] = []
        guard case .podcast24(let model) = try HomeSection(try Block(json: block), report: { issues.append($0) }) else {
            Issue.record("is another section")
            return
        }
        #expect(model.cards.map(\.id) == ["2"])
        #expect(
            issues.map(\.description) == ["HOMEPAGE_PODCAST24: /creatives/0/resources/0/resourceId is missing"])
    }

    @Test func partsOfAMoment_areLeftOut_andTheMomentStays() throws {
        let moment: JSONValue = [
            "publishTime": 1, "text": "x", "images": "none", "author": ["id": nil],
            "likes": [["id": 1, "name": "A"], nil, ["id": 3, "name": "C"]], "comments": [["id": 1]],
        ]
        var issues: [SectionIssue] = []
        let shown = try Moment(
            try Block(json: ["blockCode": "m", "showType": "MOMENT", "extInfo": ["moment": moment]])
        ) { issues.append($0) }
        #expect(shown.likes.map(\.id) == [1, 3])
        #expect(shown.images.isEmpty && shown.comments.isEmpty && shown.author == nil)
        #expect(
            Set(issues.map(\.issue.pointer.description)) == [
                "/extInfo/moment/images", "/extInfo/moment/likes/1", "/extInfo/moment/comments/0/name",
                "/extInfo/moment/author/id",
            ])
    }

    @Test func badEntriesOfTheMenusResponse_areReported() throws {
        let menus = try Menus(json: ["data": [["id": 1, "name": "One", "iconUrl": "/i.svg"], ["id": 2]]])
        #expect(menus.data.map(\.id) == [1])
        let content = HomeContent(try HomePage(json: ["data": ["blocks": []]]), menus: menus)
        #expect(content.issues.map(\.description) == ["HOMEPAGE_BLOCK_OLD_DRAGON_BALL: /data/1/name is missing"])
        #expect(content.issues.map(\.scope) == [.card])
    }

    @Test func cardsOfAnAppsOwnLayout_areReadIndividually() throws {
        let block = try Block(
            json: ["blockCode": "x", "showType": "MINE", "extInfo": ["seats": ["A1", 2, "B1"], "none": [], "no": 1]])
        var issues: [SectionIssue] = []
        let seats: [String] = try block.cards("seats") { issues.append($0) }
        #expect(seats == ["A1", "B1"])
        #expect(issues.map(\.description) == ["x: /extInfo/seats/1 is not a string"])
        let none: [String] = try block.cards("none")
        #expect(none.isEmpty)
        #expect(throws: SectionIssue.self) { let _: [String] = try block.cards("no") }
        #expect(throws: SectionIssue.self) { let _: [Int] = try block.cards("missing") }
    }

    @Test func items_areFoundByTheirIdentity() throws {
        for section in HomeContent(try RecordedDocuments.page("music")).sections {
            switch section {
            case .banner(let model): #expect(model.item(id: model.cards[1].id) == model.cards[1])
            case .menus(let model): #expect(model.item(id: -1)?.id == -1 && model.item(id: 12345) == nil)
            case .styleRcmd(let model): #expect(model.item(id: model.cards[2][1].id) == model.cards[2][1])
            case .playlistRcmd(let model):
                #expect(model.item(id: model.cards[0].id) == model.cards[0])
                #expect(model.item(id: "none") == nil)
            default: break
            }
        }
    }
}
