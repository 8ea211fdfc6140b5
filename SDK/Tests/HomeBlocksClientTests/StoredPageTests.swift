import Foundation
import HomeBlocks
import HomeBlocksTesting
import SDKTestSupport
import Testing

@testable import HomeBlocksClient

/// How ``HomeViewModel`` shows stored copies, and when it reloads a page automatically.
@MainActor @Suite(.timeLimit(.minutes(1))) struct StoredPageTests {
    let pages = InMemoryHomePages()
    let date = Date(timeIntervalSince1970: 1_790_000_000)

    static func document(_ code: String, refreshInterval: Int = 600_000) -> Data {
        Data(
            """
            {"data":{"blocks":[{"blockCode":"\(code)","showType":"X"}],\
            "pageConfig":{"refreshInterval":\(refreshInterval)}}}
            """.utf8)
    }

    static func codes(_ model: HomeViewModel) -> [String] { model.sections.map(\.id) }

    /// Returns the first state that meets a condition.
    static func state(
        of model: HomeViewModel, where isMeant: (LoadState<HomeContent>) -> Bool
    ) async -> LoadState<HomeContent>? {
        for await state in model.states() where isMeant(state) { return state }
        return nil
    }

    @Test func theStoredPage_isShownImmediately_andTheServersPageFollows() async {
        await pages.setStoredCopy(Self.document("OLD"), since: date, of: .page("p"))
        await pages.setResponse(Self.document("NEW"), to: .page("p"))
        await pages.hold()
        let model = HomeViewModel(client: pages, page: "p")
        let refresh = Task { await model.refresh() }
        let state = await Self.state(of: model) { $0.content != nil }
        guard case .stored(_, let since) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
        #expect(since == date)
        #expect(model.state.isLoading)
        #expect(Self.codes(model) == ["OLD"])
        #expect(model.origin == .stored(since: date))
        await pages.release()
        await refresh.value
        #expect(Self.codes(model) == ["NEW"])
        #expect(model.origin == .server)
    }

    @Test func whenTheServerFails_theStoredPageStays_andTheStateHasTheError() async {
        await pages.setStoredCopy(Self.document("OLD"), since: date, of: .page("p"))
        await pages.setFailure(.timedOut, of: .page("p"))
        let model = HomeViewModel(client: pages, page: "p")
        await model.refresh()
        #expect(Self.codes(model) == ["OLD"])
        #expect(model.origin == .stale(since: date, because: .timedOut))
        // A permanent error leaves the page, too.
        let gone = HomePageError.refused(ProblemDetails(status: 404, detail: "Gone."))
        await pages.setFailure(gone, of: .page("p"))
        await model.refresh()
        guard case .failed(gone, let last) = model.state else {
            Issue.record("\(model.state)")
            return
        }
        #expect(last?.sections.map(\.id) == ["OLD"])
        #expect(model.origin?.staleSince == date)
    }

    @Test func anOlderCopy_isNotShown_ifThereIsAPage() async {
        await pages.setResponse(Self.document("NEW"), to: .page("p"))
        let model = HomeViewModel(client: pages, page: "p")
        await model.refresh()
        await pages.setStoredCopy(Self.document("OLD"), since: date, of: .page("p"))
        await pages.hold()
        let refresh = Task { await model.refresh() }
        _ = await Self.state(of: model) { $0.isLoading }
        #expect(Self.codes(model) == ["NEW"])
        refresh.cancel()
        await pages.release()
        await refresh.value
        #expect(Self.codes(model) == ["NEW"])
    }

    @Test func aCancelledLoad_keepsTheStoredPage_andIsNotLoading() async {
        await pages.setStoredCopy(Self.document("OLD"), since: date, of: .page("p"))
        await pages.hold()
        let model = HomeViewModel(client: pages, page: "p")
        let refresh = Task { await model.refresh() }
        _ = await Self.state(of: model) { $0.content != nil }
        refresh.cancel()
        await pages.release()
        await refresh.value
        #expect(model.state.isLoading == false)
        #expect(model.origin == .stored(since: date))
    }

    @Test func cacheFirst_requestsNothing_ifThereIsACopy() async {
        await pages.setStoredCopy(Self.document("OLD"), since: date, of: .page("p"))
        let menus = Data(#"{"data":[{"id":1,"name":"One","iconUrl":"/i.svg"}]}"#.utf8)
        await pages.setStoredCopy(menus, since: date, of: .menus("p"))
        let model = HomeViewModel(client: pages, page: "p")
        await model.refresh(policy: .cacheFirst)
        #expect(Self.codes(model) == ["OLD", "HOMEPAGE_BLOCK_OLD_DRAGON_BALL"])
        #expect(await pages.requests.isEmpty)
    }

    @Test func cacheFirst_requestsTheMenus_ifOnlyTheyAreMissing() async {
        await pages.setStoredCopy(Self.document("OLD"), since: date, of: .page("p"))
        let menus = Data(#"{"data":[{"id":1,"name":"One","iconUrl":"/i.svg"}]}"#.utf8)
        await pages.setResponse(menus, to: .menus("p"))
        let model = HomeViewModel(client: pages, page: "p")
        await model.refresh(policy: .cacheFirst)
        #expect(Self.codes(model) == ["OLD", "HOMEPAGE_BLOCK_OLD_DRAGON_BALL"])
        #expect(model.origin == .stored(since: date))
        #expect(await pages.requests == ["/homepage/dragon/ball?page=p"])
    }

    @Test func cacheFirst_showsTheStoredPage_whileItsMenusAreRequested() async {
        await pages.setStoredCopy(Self.document("OLD"), since: date, of: .page("p"))
        await pages.setFailure(.timedOut, of: .menus("p"))
        await pages.hold()
        let model = HomeViewModel(client: pages, page: "p")
        let refresh = Task { await model.refresh(policy: .cacheFirst) }
        let state = await Self.state(of: model) { $0.content != nil }
        #expect(state?.isLoading == true)
        #expect(Self.codes(model) == ["OLD"])
        await pages.release()
        await refresh.value
        #expect(Self.codes(model) == ["OLD"])
        #expect(model.state.content?.issues.count == 1)
    }

    @Test func aRecordedPage_isShown() async throws {
        try await pages.setPage(RecordedPage.music.document, of: "music")
        let model = HomeViewModel(client: pages, page: "music")
        await model.refresh()
        #expect(model.sections.count == 12)
        try await pages.setPage(RecordedPage.mall.document, of: "mall")
        let mall = MallViewModel(client: pages)
        await mall.refresh()
        #expect(mall.listMs.count == 13)
    }

    // MARK: Loading again

    /// A clock that only advances during pauses, and ends the wait after a number of them.
    final class TestClock: Sendable {
        let date = Box(Date(timeIntervalSince1970: 0))
        let pauses = Box<[TimeInterval]>([])
        let most: Int

        init(most: Int) { self.most = most }

        var clock: RefreshClock {
            RefreshClock(
                now: { self.date.value },
                pause: { seconds in
                    self.pauses.value.append(seconds)
                    if self.pauses.value.count >= self.most { throw CancellationError() }
                    self.date.value += seconds
                })
        }
    }

    /// Returns the number of requests for the page, and the pauses, until a clock has paused the given number of times.
    func requests(refreshInterval: Int, pauses: Int) async -> (requests: Int, pauses: [TimeInterval]) {
        await pages.setResponse(Self.document("A", refreshInterval: refreshInterval), to: .page("p"))
        let clock = TestClock(most: pauses)
        await HomeViewModel(client: pages, page: "p", clock: clock.clock).refreshWhenDue()
        return (await pages.requests.filter { $0.hasPrefix("/homepage?") }.count, clock.pauses.value)
    }

    @Test func aPage_isReloaded_whenItsRefreshIntervalHasPassed() async {
        let result = await requests(refreshInterval: 90_000, pauses: 5)
        #expect(result.pauses == [60, 30, 60, 30, 60])
        #expect(result.requests == 3)
    }

    @Test func aShortInterval_doesNotCauseABusyLoop() async {
        let result = await requests(refreshInterval: 1, pauses: 4)
        #expect(result.pauses == [10, 10, 10, 10])
        #expect(result.requests == 4)
    }

    @Test func withoutAnInterval_aPageIsLoadedOnce() async {
        let result = await requests(refreshInterval: 0, pauses: 4)
        #expect(result.pauses == [60, 60, 60, 60])
        #expect(result.requests == 1)
    }

    @Test func aFailedLoad_isRetriedAfterAMinute() async {
        await pages.setFailure(.timedOut, of: .page("p"))
        let clock = TestClock(most: 3)
        await HomeViewModel(client: pages, page: "p", clock: clock.clock).refreshWhenDue()
        #expect(clock.pauses.value == [60, 60, 60])
        #expect(await pages.requests.filter { $0.hasPrefix("/homepage?") }.count == 3)
    }

    @Test func refreshWhenDue_endsWhenTheTaskIsCancelled() async {
        await pages.setResponse(Self.document("A"), to: .page("p"))
        let model = HomeViewModel(client: pages, page: "p")
        let task = Task { await model.refreshWhenDue() }
        _ = await Self.state(of: model) { if case .loaded = $0 { true } else { false } }
        task.cancel()
        await task.value
        #expect(Self.codes(model) == ["A"])
    }

    @Test func aClockThatWasSetBack_doesNotMakeAPageWaitLonger() {
        let seconds = RefreshSchedule.seconds(
            untilDueAfter: date, now: date - 86_400, isCurrent: true, interval: 600_000)
        #expect(seconds == 600)
        let endless = RefreshSchedule.seconds(untilDueAfter: date, now: date, isCurrent: true, interval: .max)
        #expect(endless > 1e9)
    }
}
