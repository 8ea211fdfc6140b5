import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

/// Sections with one of the app's own layouts.
@Suite(.timeLimit(.minutes(1)))
struct OwnSectionTests {
    struct Ticket: JSONModel, Identifiable {
        let json: JSONObject
        let id: Int

        init(json: JSONObject) throws(JSONIssue) {
            self.json = json
            id = try json.require("id")
        }
    }

    struct Tickets: OwnSectionContent {
        static let showType = "TICKETS"
        let tickets: [Ticket]

        init(_ block: Block, report: (SectionIssue) -> Void) throws(SectionIssue) {
            tickets = try block.cards("tickets", report: report)
        }

        var rowCount: Int { tickets.count }
        var designHeight: CGFloat { 72 }
    }

    private let layouts = OwnLayouts(Tickets.self)

    private func page(_ blocks: String) throws -> HomePage {
        try HomePage(parsing: Data(#"{"code":200,"data":{"blocks":[\#(blocks)]}}"#.utf8))
    }

    private func block(_ code: String, tickets: String) -> String {
        #"{"blockCode":"\#(code)","showType":"TICKETS","extInfo":{"tickets":\#(tickets)}}"#
    }

    @Test func hasRowsAndSizesOnTheMusicPage() throws {
        let page = try page(block("fair", tickets: #"[{"id":1},{"id":2}]"#))
        let content = HomeContent(page, layouts: layouts)
        let section = try #require(content.sections.first)
        #expect(content.issues.isEmpty && section.id == "fair" && section.type == .own)
        #expect(section.rowCount == 2)
        #expect(section.frame(in: ScreenMetrics(width: 750)) == CGRect(x: 0, y: 0, width: 750, height: 144))
        guard case .own(let own) = section else {
            Issue.record("\(section)")
            return
        }
        #expect((own.content as? Tickets)?.tickets.map(\.id) == [1, 2])
        // If the layouts are not passed, the section has no rows.
        #expect(HomeContent(page).sections.map(\.rowCount) == [0])
    }

    @Test func hasCellsAndSizesOnTheMallPage() throws {
        let page = try page(block("fair", tickets: #"[{"id":1},{"id":2},{"id":3}]"#))
        let group = try MallGroup(page.data.blocks[0], sortIndex: 0, layouts: layouts)
        #expect(group.content.itemCount == 3 && !group.content.isEmpty)
        #expect(group.content.size(ofItem: 2, in: ScreenMetrics(width: 375)) == CGSize(width: 375, height: 72))
        var groups: [MallGroup] = []
        group.addTo(listMs: &groups)
        #expect(groups.map(\.id) == ["fair"])
    }

    @Test func leavesOutUnreadableCardsAndReportsThem() throws {
        let page = try page(
            block("fair", tickets: #"[{"id":"x"},{"id":2}]"#) + "," + block("empty", tickets: "7") + ","
                + #"{"blockCode":"other","showType":"GAMES"}"#)
        let content = HomeContent(page, layouts: layouts)
        #expect(content.sections.map(\.id) == ["fair", "other"])
        #expect(content.sections.map(\.rowCount) == [1, 0])
        #expect(content.issues.map(\.blockCode) == ["fair", "empty"])
        #expect(content.issues.map(\.scope) == [.card, .section])
    }

    /// Operators may assign one of the app's own layouts to a section that the library knows.
    @Test func takesPrecedenceOverTheSectionsCode() throws {
        let page = try page(block("HOMEPAGE_BANNER", tickets: #"[{"id":1}]"#))
        #expect(HomeContent(page, layouts: layouts).sections.map(\.type) == [.own])
        let mall = try self.page(block("otc", tickets: #"[{"id":1}]"#))
        guard case .own = try MallContent(mall.data.blocks[0], layouts: layouts) else {
            Issue.record("not an own section")
            return
        }
    }

    @Test func isEqualIfItsBlockIsEqual() throws {
        let one = try MallContent(try page(block("fair", tickets: #"[{"id":1}]"#)).data.blocks[0], layouts: layouts)
        let two = try MallContent(try page(block("fair", tickets: #"[{"id":2}]"#)).data.blocks[0], layouts: layouts)
        #expect(one == one && one != two)
    }
}
