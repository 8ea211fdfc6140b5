import Foundation
import HomeBlocks
import HomeBlocksClient
import HomeBlocksTesting
import Testing

/// ``InMemoryHomePages`` behaves like the real client.
@Suite(.timeLimit(.minutes(1))) struct InMemoryHomePagesTests {
    let pages = InMemoryHomePages()
    let date = Date(timeIntervalSince1970: 1_790_000_000)

    static func refusal(_ status: Int) -> HomePageError {
        .refused(ProblemDetails(status: status, detail: "No."))
    }

    @Test(arguments: [408, 429, 500, 503])
    func aCopyIsUsed_forATemporaryError(status: Int) async throws {
        await pages.setStoredCopy(StoredPageTests.document("OLD"), since: date, of: .page("p"))
        await pages.setFailure(Self.refusal(status), of: .page("p"))
        #expect(try await pages.page("p").origin == .stale(since: date, because: Self.refusal(status)))
        await #expect(throws: Self.refusal(status)) { try await pages.page("p", policy: .networkOnly) }
    }

    @Test func aCopyIsUsed_forAnUnreadableBody() async throws {
        await pages.setStoredCopy(StoredPageTests.document("OLD"), since: date, of: .page("p"))
        await pages.setResponse(Data("<html>".utf8), to: .page("p"))
        let page = try await pages.page("p")
        #expect(page.data.blocks.map(\.blockCode) == ["OLD"])
        guard case .stale(date, .unreadable) = page.origin else {
            Issue.record("\(page.origin)")
            return
        }
    }

    @Test(arguments: [404, 410]) func aPageThatNoLongerExists_losesItsCopy(status: Int) async {
        await pages.setStoredCopy(StoredPageTests.document("OLD"), since: date, of: .page("p"))
        await pages.setFailure(Self.refusal(status), of: .page("p"))
        await #expect(throws: Self.refusal(status)) { try await pages.page("p") }
        #expect(await pages.storedCopy(of: .page("p")) == nil)
    }

    @Test func aHeldRequest_endsWhenItsTaskIsCancelled() async {
        await pages.setResponse(StoredPageTests.document("A"), to: .page("p"))
        await pages.hold()
        let load = Task { try await pages.page("p") }
        while await pages.requests.isEmpty { await Task.yield() }
        load.cancel()
        await #expect(throws: HomePageError.cancelled) { try await load.value }
        await pages.release()
        #expect(await (try? pages.page("p"))?.origin == .server)
    }

    @Test func aPage_hasItsFirstPart() async throws {
        try await pages.setPage(RecordedPage.moments.document, of: "moments")
        let model = await MomentsViewModel(client: pages)
        await model.refresh()
        #expect(await !model.moments.isEmpty)
        #expect(await !model.hasMore)
    }
}
