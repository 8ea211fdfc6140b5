import Foundation
import HomeBlocks
import HomeBlocksClient
import HomeBlocksTesting
import Testing

@testable import HomePages

/// The app's texts for the recorded starter pages.
@MainActor struct HomePagesTests {
    @Test func everySectionOfTheMusicPageHasTexts() async throws {
        let pages = InMemoryHomePages()
        try await pages.setPage(RecordedPage.music.document, of: "music")
        let home = HomeViewModel(client: pages, page: "music", layouts: appLayouts)
        await home.refresh()
        #expect(home.sections.count > 10)
        for section in home.sections { #expect(!SectionText.titles(of: section).isEmpty, "\(section.id)") }
        #expect(Notice.text(for: home.state) == nil)
    }

    @Test func everySectionOfTheMallHasTexts() async throws {
        let pages = InMemoryHomePages()
        try await pages.setPage(RecordedPage.mall.document, of: "mall")
        let mall = MallViewModel(client: pages, layouts: appLayouts)
        await mall.refresh()
        #expect(mall.listMs.count > 10)
        for group in mall.listMs { #expect(!SectionText.titles(of: group.content).isEmpty, "\(group.id)") }
    }

    @Test func aSectionWithALayoutOfTheAppIsShown() async throws {
        let pages = InMemoryHomePages()
        let note = #"{"blockCode": "hello", "showType": "NOTE", "extInfo": {"text": "Hello"}}"#
        try await pages.setPage(Data(#"{"code": 200, "data": {"blocks": [\#(note)]}}"#.utf8), of: "music")
        let home = HomeViewModel(client: pages, page: "music", layouts: appLayouts)
        await home.refresh()
        #expect(home.sections.map { SectionText.titles(of: $0) } == [["Hello"]])
    }

    @Test func withoutANetworkTheReaderIsToldOfWhenThePageIs() async throws {
        let pages = InMemoryHomePages()
        let since = Date(timeIntervalSince1970: 1_900_000_000)
        await pages.setStoredCopy(try RecordedPage.music.document, since: since, of: .page("music"))
        await pages.setFailure(.timedOut, of: .page("music"))
        let home = HomeViewModel(client: pages, page: "music", layouts: appLayouts)
        await home.refresh()
        let notice = try #require(Notice.text(for: home.state))
        #expect(notice.hasSuffix(Notice.text(ofCopySince: since)))
        #expect(notice.contains(HomePageError.timedOut.localizedDescription))
    }
}
