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

    @Test func aNumberAlone_forgetsWhatIsBeyondIt_howeverYoung() {
        let retention = Retention(revisions: 10)
        #expect(!forgets(retention, newer: 9, days: 10_000))
        #expect(forgets(retention, newer: 10, days: 0))
    }

    @Test func anAgeAlone_forgetsWhatIsOlder_howeverFewThereAre() {
        let retention = Retention(days: 30)
        #expect(!forgets(retention, newer: 1_000_000, days: 30))
        #expect(forgets(retention, newer: 0, days: 31))
    }

    @Test func both_forgetOnlyWhatIsBeyondTheOne_andOlderThanTheOther() {
        let retention = Retention(revisions: 10, days: 30)
        #expect(!forgets(retention, newer: 9, days: 31))
        #expect(!forgets(retention, newer: 10, days: 30))
        #expect(forgets(retention, newer: 10, days: 31))
    }
}
