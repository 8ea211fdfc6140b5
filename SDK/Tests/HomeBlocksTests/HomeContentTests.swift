import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HomeContentTests {
    static let eleven: Set<HomeViewModelSectionType> = Set(HomeViewModelSectionType.allCases)
        .subtracting([.menus, .own, .unknown])

    @Test func theStarterPage_splitsIntoElevenSectionsAndTheMenus() throws {
        let page = try RecordedDocuments.page("music")
        let content = HomeContent(page)
        #expect(content.issues.isEmpty)
        #expect(content.sections.map(\.id) == page.data.blocks.map(\.blockCode))
        #expect(Set(content.sections.map(\.type)) == Self.eleven.union([.menus]))
        guard case .menus(let menus) = content.sections[1] else {
            Issue.record("\(content.sections[1].type)")
            return
        }
        #expect(menus.menus.count == 10)
        #expect(menus.menus.first?.id == -1)
    }

    @Test(.enabled(if: RecordedDocuments.capture("captures/home-page-2021.json") != nil))
    func realResponses_splitIntoElevenSectionsAndNineMenus() throws {
        let page = try HomePage(parsing: try #require(RecordedDocuments.capture("captures/home-page-2021.json")))
        let menus = try Menus(parsing: try #require(RecordedDocuments.capture("captures/dragon-ball-2021.json")))
        let content = HomeContent(page, menus: menus)
        #expect(content.issues.isEmpty)
        #expect(content.sections.count == 12)
        #expect(Set(content.sections.map(\.type)) == Self.eleven.union([.menus]))
        #expect(content.sections.firstIndex { $0.type == .menus } == 1)
        #expect(menus.data.count == 9)
        #expect(content.sections.allSatisfy { $0.rowCount == 1 })
    }

    @Test func everySection_hasItsContent() throws {
        for section in HomeContent(try RecordedDocuments.page("music")).sections {
            switch section {
            case .banner(let model): #expect(model.cards.count >= 5 && model.cards.allSatisfy { !$0.pic.isEmpty })
            case .menus(let model): #expect(model.menus.allSatisfy { !$0.name.isEmpty && !$0.iconUrl.isEmpty })
            case .playlistRcmd(let model): Self.check(model.heading, model.cards)
            case .mgcPlaylist(let model): Self.check(model.heading, model.cards)
            case .officialPlaylist(let model): Self.check(model.heading, model.cards)
            case .videoPlaylist(let model): Self.check(model.heading, model.cards)
            case .styleRcmd(let model):
                #expect(model.cards.map(\.count) == [3, 3, 3, 3])
                #expect(model.cards.joined().allSatisfy { !$0.artists.isEmpty && !$0.title.isEmpty })
            case .musicMLOG(let model): #expect(model.cards.allSatisfy { !$0.coverURL.isEmpty && $0.author != nil })
            case .musicCalendar(let model): #expect(model.cards.allSatisfy { $0.start != nil && !$0.title.isEmpty })
            case .albumNewSong(let model):
                #expect(
                    model.cards.map(\.creativeType) == [
                        "NEW_SONG_HOMEPAGE", "NEW_ALBUM_HOMEPAGE", "DIGITAL_ALBUM_HOMEPAGE",
                    ])
                #expect(model.cards.allSatisfy { !$0.title.isEmpty && !$0.columns.isEmpty })
            case .voiceListRcmd(let model): #expect(model.cards.allSatisfy { $0.playCount != nil })
            case .podcast24(let model): #expect(model.cards.allSatisfy { $0.imageURL != nil })
            case .own(let section): Issue.record("\(section.block.blockCode)")
            case .unknown(let block): Issue.record("\(block.blockCode)")
            }
        }
    }

    static func check(_ heading: SectionHeading, _ cards: [PlaylistCard]) {
        #expect(heading.title != nil && heading.button != nil)
        #expect(cards.count >= 3)
        for playlist in cards.flatMap(\.playlists) {
            #expect(!playlist.title.isEmpty && playlist.imageURL != nil && playlist.playCount != nil)
        }
    }

    @Test func theCode_determinesTheSection_regardlessOfItsLayout() throws {
        var block = try RecordedDocuments.block("HOMEPAGE_MUSIC_MLOG", of: "music").json
        block["showType"] = "MLOG_2031"
        guard case .musicMLOG = try HomeSection(try Block(json: block)) else {
            Issue.record("the layout's name decided")
            return
        }
        block["blockCode"] = "SOMETHING_NEW"
        let unknown = try HomeSection(try Block(json: block))
        #expect(unknown.type == .unknown)
        #expect(unknown.id == "SOMETHING_NEW")
        #expect(unknown.rowCount == 0)
        #expect(unknown.rowHeight(in: ScreenMetrics(width: 375)) == 0)
    }

    @Test func aNewSection_isReadByItsLayout_ifThatIsKnown() throws {
        var block = try RecordedDocuments.block("HOMEPAGE_BLOCK_MGC_PLAYLIST", of: "music").json
        block["blockCode"] = "HOMEPAGE_BLOCK_SUMMER"
        let section = try HomeSection(try Block(json: block))
        guard case .playlistRcmd(let model) = section else {
            Issue.record("\(section.type)")
            return
        }
        #expect(section.id == "HOMEPAGE_BLOCK_SUMMER")
        #expect(section.heading?.title == model.heading.title)
        #expect(!model.cards.isEmpty)
        block["creatives"] = "drifted"
        let issue = #expect(throws: SectionIssue.self) { try HomeSection(try Block(json: block)) }
        #expect(issue?.description == "HOMEPAGE_BLOCK_SUMMER: /creatives is not an array")
        #expect(issue?.localizedDescription == issue?.description)
    }

    @Test func aMalformedSection_isAnIssueWithItsLocation_andTheOthersAreShown() throws {
        let text = String(decoding: try RecordedDocuments.text("music"), as: UTF8.self)
            .replacingOccurrences(of: #""coverUrl""#, with: #""cover""#)
        let content = HomeContent(try HomePage(parsing: text.utf8))
        #expect(content.sections.count == 11)
        #expect(
            content.issues.map(\.description) == [
                "HOMEPAGE_MUSIC_MLOG: /extInfo/0/resource/mlogBaseData/coverUrl is missing"
            ])
        #expect(content.issues.map(\.scope) == [.section])
        #expect(!content.sections.contains { $0.type == .musicMLOG })
    }

    @Test func theMenus_areShownWhereTheOperatorsPutThem() throws {
        let page = try RecordedDocuments.page("music")
        var blocks = page.data.blocks.map { JSONValue.object($0.json) }
        let menus = try Menus(json: ["data": [["id": -9, "name": "One", "iconUrl": "/i.svg"], "no entry", ["id": 3]]])
        #expect(menus.data.count == 1)
        func types(_ blocks: [JSONValue], _ menus: Menus?) throws -> [HomeViewModelSectionType] {
            HomeContent(try HomePage(json: ["data": ["blocks": .array(blocks)]]), menus: menus).sections.map(\.type)
        }
        let own = blocks.remove(at: 1)
        #expect(try types(blocks, nil).contains(.menus) == false)
        #expect(try types(blocks, menus).firstIndex(of: .menus) == 1)
        #expect(try types([], menus) == [.menus])
        #expect(try types(blocks + [own], menus).lastIndex(of: .menus) == 11)
        #expect(try types(blocks + [own], menus).filter { $0 == .menus }.count == 1)
        let merged = HomeContent(try HomePage(json: ["data": ["blocks": .array(blocks + [own])]]), menus: menus)
        guard case .menus(let model) = merged.sections.last else {
            Issue.record("\(String(describing: merged.sections.last))")
            return
        }
        #expect(model.menus.map(\.id) == [-9])
        #expect(try types(blocks + [own], try Menus(json: ["data": []])).last == .menus)
    }

    @Test func menusWithAnotherCode_areShownInPlace_once() throws {
        var block = try RecordedDocuments.block("HOMEPAGE_BLOCK_OLD_DRAGON_BALL", of: "music").json
        block["blockCode"] = "MY_MENUS"
        let others = try RecordedDocuments.page("music").data.blocks.filter { $0.showType == "BANNER" }.map(\.json)
        let reply = try Menus(json: ["data": [["id": -9, "name": "One", "iconUrl": "/i.svg"]]])
        func content(_ blocks: [JSONObject]) throws -> HomeContent {
            HomeContent(
                try HomePage(json: ["data": ["blocks": .array(blocks.map(JSONValue.object))]]), menus: reply)
        }
        let one = try content(others + [block])
        #expect(one.sections.map(\.id) == ["HOMEPAGE_BANNER", "MY_MENUS"])
        #expect(one.sections.map(\.type) == [.banner, .menus])
        guard case .menus(let model) = one.sections[1] else { return }
        #expect(model.menus.map(\.id) == [-9])
        // The response has the entries of all such sections combined, so each of two sections shows its own.
        let own = try RecordedDocuments.block("HOMEPAGE_BLOCK_OLD_DRAGON_BALL", of: "music").json
        let two = try content([own] + others + [block])
        #expect(two.sections.map(\.type) == [.menus, .banner, .menus])
        #expect(Set(two.sections.map(\.id)).count == 3)
        guard case .menus(let model) = two.sections[2] else { return }
        #expect(model.menus.count == 10)
    }

    @Test func sizes_followTheScreen() throws {
        let sections = HomeContent(try RecordedDocuments.page("music")).sections
        let (small, large) = (ScreenMetrics(width: 375), ScreenMetrics(width: 750))
        for section in sections {
            #expect(section.rowHeight(in: small) > 40)
            #expect(section.rowHeight(in: large) == 2 * section.rowHeight(in: small))
            #expect(section.frame(in: small) == CGRect(x: 0, y: 0, width: 375, height: section.rowHeight(in: small)))
        }
        for width in [CGFloat.nan, -5, .infinity] { #expect(ScreenMetrics(width: width).width == 0) }
    }

    @Test func equality_comparesTheContent() throws {
        let before = HomeContent(try RecordedDocuments.page("music")).sections
        let text = String(decoding: try RecordedDocuments.text("music"), as: UTF8.self)
            .replacingOccurrences(of: "今日雷达", with: "明日雷达")
        let after = HomeContent(try HomePage(parsing: text.utf8)).sections
        let difference = ListDifference(from: before, to: after)
        #expect(difference.updates.map { before[$0].type } == [.mgcPlaylist])
        #expect(difference.deletes.isEmpty && difference.inserts.isEmpty && difference.moves.isEmpty)
    }
}
