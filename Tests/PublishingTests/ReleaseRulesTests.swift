import Publishing
import Testing

/// When a draft goes live, and what can be cancelled.
@Suite(.timeLimit(.minutes(1))) struct ReleaseRulesTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let ada = Authorship(by: "Ada", at: Instant(milliseconds: 0))

    private func release(at instant: Instant, isScheduled: Bool = true, cancelled: Bool = false) -> ReleaseRecord {
        ReleaseRecord(
            record: 7, id: 3, revision: 2, base: 1, at: instant, message: "", created: ada, isScheduled: isScheduled,
            cancelled: cancelled ? ada : nil)
    }

    @Test func aDraft_isPublishedNow_orLaterThanTheLastChange() throws {
        #expect(try Publication().instant(after: now, at: now) == now)
        let later = now.adding(seconds: 1)
        #expect(try Publication(at: later).instant(after: now, at: now) == later)
        #expect(throws: PublishingError.self) { try Publication(at: now).instant(after: now, at: now) }
        // A change with a date in the future takes precedence.
        #expect {
            try Publication(at: later).instant(after: now.adding(seconds: 60), at: now)
        } throws: { "\($0)".contains("clock") }
    }

    @Test func onlyAPendingRelease_isCancelled_once() throws {
        try release(at: now.adding(seconds: 1)).checkIsPlanned(at: now)
        #expect(throws: PublishingError.self) { try release(at: now).checkIsPlanned(at: now) }
        #expect(throws: PublishingError.self) {
            try release(at: now.adding(seconds: 1), cancelled: true).checkIsPlanned(at: now)
        }
    }

    @Test func aReleasesState_followsFromTheInstant() {
        func state(_ release: ReleaseRecord, live: Int64? = nil) -> Release.State {
            release.release(of: "mall", at: now, liveRecord: live).state
        }
        #expect(state(release(at: now.adding(seconds: 1))) == .pending)
        #expect(state(release(at: now), live: 7) == .live)
        #expect(state(release(at: now), live: 8) == .past)
        #expect(state(release(at: now.adding(seconds: 1), isScheduled: false)) == .past)
        #expect(state(release(at: now, cancelled: true), live: 7) == .cancelled)
    }
}
