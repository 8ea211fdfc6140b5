import Foundation
import HomeBlocks
import HomeBlocksClient
import HomeBlocksTesting
import Testing

/// The stored content that the view models of the mall, news and moments show until the server responds.
/// ``StoredPageTests`` covers the music home page.
@MainActor @Suite(.timeLimit(.minutes(1))) struct StoredContentTests {
    let pages = InMemoryHomePages()
    let date = Date(timeIntervalSince1970: 1_790_000_000)

    @Test func theStoredNews_areShown_untilTheServerResponds() async throws {
        await pages.setStoredCopy(try RecordedPage.news.document, since: date, of: .page("news"))
        await pages.setResponse(Data(#"{"data":{"blocks":[]}}"#.utf8), to: .page("news"))
        await pages.hold()
        let model = NewsViewModel(client: pages)
        let refresh = Task { await model.refresh() }
        for await state in model.states() where state.content != nil { break }
        guard case .stored(let content, date) = model.state else {
            Issue.record("\(model.state)")
            return
        }
        #expect(!content.feeds.isEmpty)
        await pages.release()
        await refresh.value
        guard case .loaded(let news, .server) = model.state else {
            Issue.record("\(model.state)")
            return
        }
        #expect(news.feeds.isEmpty)
    }

    @Test func theStoredMoments_areShown_untilTheServerResponds() async throws {
        await pages.setStoredCopy(try RecordedPage.moments.document, since: date, of: .part(of: "moments"))
        await pages.setFailure(.timedOut, of: .part(of: "moments"))
        await pages.hold()
        let model = MomentsViewModel(client: pages)
        let refresh = Task { await model.refresh() }
        for await state in model.states() where state.content != nil { break }
        let shown = model.moments
        #expect(!shown.isEmpty)
        #expect(model.state == .stored(shown, since: date))
        // Nothing else is requested in the meantime.
        await model.loadMore()
        await pages.release()
        await refresh.value
        #expect(model.state == .loaded(shown, .stale(since: date, because: .timedOut)))
        #expect(await pages.requests == ["/homepage?page=moments&cursor="])
    }

    // MARK: The mall

    /// Stores the recorded mall, with its last two sections moved to the front.
    func storeMall() async throws -> [String] {
        let blocks = try HomePageRequest.page().decode(RecordedPage.mall.document).data.blocks
        let codes = blocks.suffix(2).map(\.blockCode) + blocks.dropLast(2).map(\.blockCode)
        for block in blocks {
            let body: JSONValue = ["data": .object(block.json)]
            await pages.setStoredCopy(Data(body.encoded), since: date, of: .block(block.blockCode, of: "mall"))
        }
        let order: JSONValue = ["data": ["order": .array(codes.map { .string($0) })]]
        await pages.setStoredCopy(Data(order.encoded), since: date, of: .sort(of: "mall"))
        return codes
    }

    @Test func theStoredMall_isShownInItsOrder_untilTheServerResponds() async throws {
        let codes = try await storeMall()
        try await pages.setPage(RecordedPage.mall.document, of: "mall")
        await pages.hold()
        let model = MallViewModel(client: pages)
        let refresh = Task { await model.refresh() }
        for await groups in model.updates() where !groups.isEmpty { break }
        #expect(model.listMs.map(\.id) == codes)
        #expect(model.isLoading)
        #expect(model.staleSince == date)
        #expect(model.failures.isEmpty)
        await pages.release()
        await refresh.value
        #expect(model.listMs.map(\.id) == Array(codes.dropFirst(2) + codes.prefix(2)))
        #expect(model.staleSince == nil)
        #expect(!model.isLoading)
    }

    @Test func theStoredMall_stays_whenTheServerFails() async throws {
        let codes = try await storeMall()
        await pages.setFailure(.timedOut, of: .sort(of: "mall"))
        for code in codes { await pages.setFailure(.timedOut, of: .block(code, of: "mall")) }
        let model = MallViewModel(client: pages)
        await model.refresh()
        #expect(model.listMs.map(\.id) == codes)
        #expect(model.staleSince == date)
    }

    @Test func storedSections_areNotShown_ifThereIsContent() async throws {
        try await pages.setPage(RecordedPage.mall.document, of: "mall")
        let model = MallViewModel(client: pages)
        await model.refresh()
        let shown = model.listMs.map(\.id)
        _ = try await storeMall()
        await pages.hold()
        let refresh = Task { await model.refresh() }
        for await _ in model.updates() where model.isLoading { break }
        #expect(model.listMs.map(\.id) == shown)
        refresh.cancel()
        await pages.release()
        await refresh.value
        #expect(model.listMs.map(\.id) == shown)
    }
}
