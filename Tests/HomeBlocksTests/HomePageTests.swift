import CustomDump
import Foundation
import HomeBlocks
import Publishing
import TestSupport
import Testing

@Suite struct HomePageTests {
    /// The starter page as clients get it.
    static func document() throws -> Data {
        let catalog = try Project.catalog()
        let page = try Project.page("music")
        let order = OrderState(
            page: "music", revision: 1, order: page.order, changedBy: "", changedAt: Instant(milliseconds: 0))
        let revision = LiveRevision(
            page: PageInfo(slug: "music", title: ""), number: 1, order: order, versions: [:], data: page.data,
            nextRelease: nil)
        let blocks = page.blocks.map { RenderedBlock($0, catalog) }
        return Data(
            PublishedPage(LivePage(own: revision), blocks: blocks, at: Instant(milliseconds: 0))
                .variant(for: ClientContext()).document())
    }

    @Test func decode_thenEncode_losesNothingOfTheStarterPage() throws {
        try Self.expectLossless(try Self.document())
    }

    @Test(.enabled(if: Project.reference("captures/home-page-2021.json") != nil))
    func decode_thenEncode_losesNothingOfARealReply() throws {
        try Self.expectLossless(try #require(Project.reference("captures/home-page-2021.json")))
    }

    static func expectLossless(_ data: Data) throws {
        let page = try JSONDecoder().decode(HomePage.self, from: data)
        let again = try JSONEncoder().encode(page)
        expectNoDifference(try JSONValue(parsing: again), try JSONValue(parsing: data))
    }

    @Test func decode_givesTypedSections() throws {
        let page = try JSONDecoder().decode(HomePage.self, from: try Self.document())
        #expect(page.code == 200)
        #expect(page.data.blocks.count == 12)
        let banner = try #require(page.data.blocks.first)
        guard case .banners(let list) = banner.extInfo else { throw Missing.banners }
        #expect(list.banners.count >= 5)
        #expect(list.banners.contains { $0.targetId > 1 << 53 })
        #expect(page.data.pageConfig.refreshInterval == 600_000)
    }

    private enum Missing: Error { case banners }

    @Test func unknownAndMistypedFields_travelThrough() throws {
        let json = #"""
            {"blockCode":"X","showType":"Y","canClose":false,"action":null,"creatives":"drifted",
             "future":{"big":9223372036854775807,"small":0.1000000000000000055},"uiElement":{"mainTitle":{"title":"T","x":1}}}
            """#
        let block = try JSONDecoder().decode(Block.self, from: Data(json.utf8))
        #expect(block.creatives == nil)
        #expect(block.other["creatives"] == "drifted")
        #expect(block.other["action"] == .null)
        let again = try JSONValue(parsing: try JSONEncoder().encode(block))
        expectNoDifference(again, try JSONValue(parsing: json))
    }
}
