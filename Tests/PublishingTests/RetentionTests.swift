import Publishing
import Testing

@Suite(.timeLimit(.minutes(1))) struct RetentionTests {
    let now = Instant(milliseconds: 1_800_000_000_000)

    func forgets(_ retention: Retention, newer: Int, days: Int) -> Bool {
        retention.forgets(newer: newer, created: now.adding(seconds: -days * 86_400), at: now)
    }

    @Test func withoutARule_nothingIsForgotten() {
        #expect(Retention().keepsAll)
        #expect(!forgets(Retention(), newer: 1_000_000, days: 10_000))
    }

    @Test func aNumberAlone_forgetsRevisionsBeyondIt_atAnyAge() {
        let retention = Retention(revisions: 10)
        #expect(!forgets(retention, newer: 9, days: 10_000))
        #expect(forgets(retention, newer: 10, days: 0))
    }

    @Test func anAgeAlone_forgetsOlderRevisions_inAnyNumber() {
        let retention = Retention(days: 30)
        #expect(!forgets(retention, newer: 1_000_000, days: 30))
        #expect(forgets(retention, newer: 0, days: 31))
    }

    @Test func numberAndAge_forgetOnlyRevisionsBeyondBoth() {
        let retention = Retention(revisions: 10, days: 30)
        #expect(!forgets(retention, newer: 9, days: 31))
        #expect(!forgets(retention, newer: 10, days: 30))
        #expect(forgets(retention, newer: 10, days: 31))
    }

    private func swept(_ retention: Retention, count: Int, needed: Set<Int> = [], entries: Int = 0) -> [Int] {
        var sweep = RevisionSweep(retention, count: count, needed: needed, at: now)
        for number in 1...count where !sweep.isDone {
            let created = now.adding(seconds: (number - count) * 86_400)
            if sweep.take(number, created: created) { sweep.add(entries: entries) }
        }
        return sweep.numbers
    }

    @Test func theOldestAreForgotten_exceptReferencedOnes() {
        #expect(swept(Retention(revisions: 2), count: 6) == [1, 2, 3, 4])
        #expect(swept(Retention(revisions: 2), count: 6, needed: [2, 6]) == [1, 3, 4])
        #expect(swept(Retention(days: 3), count: 6) == [1, 2])
        #expect(swept(Retention(revisions: 5, days: 3), count: 6) == [1])
        #expect(swept(Retention(revisions: 6), count: 6).isEmpty)
    }

    @Test func oneStep_forgetsALimitedNumber() {
        #expect(swept(Retention(revisions: 1), count: 1000).count == Retention.maximumAtOnce)
        #expect(swept(Retention(revisions: 1), count: 100, entries: Retention.maximumEntries / 4) == [1, 2, 3, 4])
    }
}
