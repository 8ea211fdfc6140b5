import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct NodeLeaseTests {
    private func at(_ milliseconds: Int64) -> MonotonicInstant { MonotonicInstant(milliseconds: milliseconds) }

    private func trip(_ began: Int64, _ ended: Int64, _ time: Int64) -> NodeLease.RoundTrip {
        NodeLease.RoundTrip(
            began: at(began), ended: at(ended), databaseTime: Instant(milliseconds: time))
    }

    @Test func aLease_isOverTwoSecondsAfterItsRoundTripBegan() {
        var lease = NodeLease(at: at(0), time: Instant(milliseconds: 0))
        #expect(lease.isFresh(at: at(1999)))
        #expect(!lease.isFresh(at: at(2000)))
        lease.confirm(trip(1500, 3000, 1600))
        #expect(lease.isFresh(at: at(3499)))
        #expect(!lease.isFresh(at: at(3500)))
        #expect(lease.age(at: at(5500)) == 4000)
    }

    @Test func changesThatReadsDoNotShow_endTheLease_evenIfItIsConfirmed() {
        var lease = NodeLease(at: at(0), time: Instant(milliseconds: 0))
        lease.noteUnpublished(since: at(750))
        lease.noteUnpublished(since: at(1000))
        for now in stride(from: Int64(1000), through: 4000, by: 1000) { lease.confirm(trip(now, now + 1, now)) }
        #expect(lease.isFresh(at: at(2749)))
        #expect(!lease.isFresh(at: at(2750)))
        lease.notePublished()
        #expect(lease.isFresh(at: at(5999)))
    }

    @Test func aRoundTripThatTookLong_doesNotMoveTheTime() {
        var lease = NodeLease(at: at(0), time: Instant(milliseconds: 0))
        lease.setTime(trip(100, 102, 5101))
        #expect(lease.offset == 5000)
        lease.confirm(trip(1000, 1900, 6001))
        #expect(lease.offset == 5000)
        // The database's clock was set forward, or another server's clock is ahead.
        lease.confirm(trip(2000, 2010, 7500))
        #expect((5489...5501).contains(lease.offset))
        lease.confirm(trip(3000, 3010, 8005))
        #expect((4994...5006).contains(lease.offset))
    }

    /// Random round trips, failures and pauses: the lease is never fresh if something may have been missed for two
    /// seconds, and the time differs from the database's by at most a round trip plus the clock drift between two of
    /// them.
    @Test(arguments: 0..<200) func whateverHappens_theLeaseAndTheTimeKeepTheirPromise(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let ahead = Int64.random(in: -100_000...100_000, using: &generator)
        // Parts per million.
        let drift = Int64.random(in: -200...200, using: &generator)
        func databaseTime(_ now: Int64) -> Int64 { now + ahead + now * drift / 1_000_000 }

        var now: Int64 = 1_000_000
        var lease = NodeLease(at: at(now), time: Instant(milliseconds: 0))
        lease.setTime(trip(now, now, databaseTime(now)))
        var (confirmed, unpublished, lastTrip): (Int64, Int64?, Int64) = (now, nil, now)
        for _ in 0..<300 {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: now += Int64.random(in: 0...3000, using: &generator)
            case 1:
                lease.noteUnpublished(since: at(now))
                unpublished = unpublished ?? now
            case 2:
                lease.notePublished()
                unpublished = nil
            default:
                let began = now
                let read = began + Int64.random(in: 0...400, using: &generator)
                now = read + Int64.random(in: 0...400, using: &generator)
                lease.confirm(trip(began, now, databaseTime(read)))
                (confirmed, lastTrip) = (began, now)
            }
            let since = min(confirmed, unpublished ?? confirmed)
            #expect(lease.isFresh(at: at(now)) == (now - since < NodeLease.lifetime))
            let error = abs(lease.time(at: at(now)).milliseconds - databaseTime(now))
            #expect(error <= 800 + (now - lastTrip) / 1000 + 2)
        }
    }

    @Test func theHashOfLayouts_dependsOnTheirContentOnly() throws {
        let catalog = try Project.catalog()
        #expect(try Project.catalog().hash == catalog.hash)
        let fewer = BlockTypeCatalog(Array(catalog.types.values.sorted { $0.showType < $1.showType }.dropLast()))
        #expect(fewer.hash != catalog.hash)
        #expect(catalog.hash.count == 12)
    }
}
