import Publishing
import Testing

/// Which takeovers can be planned and cancelled.
@Suite(.timeLimit(.minutes(1))) struct TakeoverRulesTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let ada = Authorship(by: "Ada", at: Instant(milliseconds: 0))
    private let mall = PageInfo(slug: "mall", title: "Mall")
    private let sale = PageInfo(slug: "sale", title: "Sale")

    private func takeover(_ from: Int, _ until: Int, cancelledAt: Int? = nil) -> TakeoverRecord {
        TakeoverRecord(
            id: 1, shows: "sale", from: now.adding(seconds: from), plannedUntil: now.adding(seconds: until),
            message: "", created: ada,
            cancelled: cancelledAt.map { Authorship(by: "Ada", at: now.adding(seconds: $0)) })
    }

    private func plan(_ from: Int?, _ until: Int) -> TakeoverPlan {
        TakeoverPlan(shows: "sale", from: from.map(now.adding), until: now.adding(seconds: until))
    }

    @Test func aSpan_beginsNowAtTheEarliest() throws {
        let span = try plan(-100, 10).span(on: mall, showing: sale, existing: [], at: now, for: .readAll)
        #expect(span.from == now)
        #expect(span.until == now.adding(seconds: 10))
    }

    @Test(arguments: [(-10, 5, false), (0, 20, false), (15, 17, false), (20, 30, true), (-20, -10, true)])
    func takeovers_mustNotOverlap(_ from: Int, _ until: Int, _ isTaken: Bool) throws {
        let existing = [takeover(from, until)]
        func span() throws {
            _ = try plan(0, 20).span(on: mall, showing: sale, existing: existing, at: now, for: .readAll)
        }
        if isTaken { try span() } else { #expect(throws: PublishingError.self) { try span() } }
        // A cancelled takeover does not count.
        let cancelled = [takeover(from, until, cancelledAt: -30)]
        _ = try plan(0, 20).span(on: mall, showing: sale, existing: cancelled, at: now, for: .readAll)
    }

    @Test func theShownPage_isAnotherOneForTheSameApps() throws {
        let netease = PageInfo(slug: "music", title: "Music", client: .netease)
        _ = try plan(0, 20).span(on: mall, showing: netease, existing: [], at: now, for: .readAll)
        for (page, shown) in [(mall, nil), (mall, mall), (netease, sale)] {
            #expect(throws: PublishingError.self) {
                try plan(0, 20).span(on: page, showing: shown, existing: [], at: now, for: .readAll)
            }
        }
    }

    @Test func onlyATakeoverThatHasNotEnded_isCancelled() throws {
        try takeover(5, 10).checkCancellation(at: now)
        try takeover(-5, 10).checkCancellation(at: now)
        #expect(throws: PublishingError.self) { try takeover(-10, -5).checkCancellation(at: now) }
        #expect(throws: PublishingError.self) { try takeover(-10, 5, cancelledAt: -1).checkCancellation(at: now) }
    }

    @Test func aState_followsFromTheInstant() {
        #expect(takeover(1, 2).state(at: now) == .pending)
        #expect(takeover(0, 1).state(at: now) == .active)
        #expect(takeover(-2, 0).state(at: now) == .ended)
        #expect(takeover(-2, 5, cancelledAt: -1).state(at: now) == .cancelled)
        // Cancelling a takeover that has ended changes nothing.
        #expect(takeover(-5, -2, cancelledAt: -1).state(at: now) == .ended)
    }
}
