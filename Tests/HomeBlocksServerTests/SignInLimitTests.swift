import Publishing
import Testing

@testable import HomeBlocksServer

@Suite struct SignInLimitTests {
    private let limit = SignInLimit()
    private let start = Instant(milliseconds: 1_800_000_000_000)
    private let home = IPAddress("192.0.2.1")
    private let away = IPAddress("192.0.2.2")

    @Test func afterFiveTries_aNameHasToWaitAtThatAddress_forAQuarterOfAnHour() {
        for _ in 0..<5 { #expect(limit.enter("lin", home, at: start) == nil) }
        #expect(limit.enter("lin", home, at: start.adding(seconds: 60)) == 840)
        #expect(limit.enter("lin", away, at: start) == nil)
        #expect(limit.enter("wei", home, at: start) == nil)
        #expect(limit.enter("lin", home, at: start.adding(seconds: 899)) == 1)
        #expect(limit.enter("lin", home, at: start.adding(seconds: 900)) == nil)
    }

    @Test func anAddressThatTriesManyNames_hasToWait() {
        for index in 0..<30 { #expect(limit.enter("name \(index)", home, at: start) == nil) }
        #expect(limit.enter("lin", home, at: start) == 900)
        #expect(limit.enter("lin", away, at: start) == nil)
    }

    @Test func aNameThatIsTriedFromManyAddresses_hasToWait() {
        for index in 0..<100 { #expect(limit.enter("lin", IPAddress("198.51.100.\(index)"), at: start) == nil) }
        #expect(limit.enter("lin", home, at: start) == 900)
        #expect(limit.enter("wei", home, at: start) == nil)
    }

    @Test func triesThatSucceed_doNotCount() {
        for _ in 0..<200 {
            #expect(limit.enter("lin", home, at: start) == nil)
            limit.succeed("lin", home)
        }
        for _ in 0..<5 { #expect(limit.enter("lin", home, at: start) == nil) }
        #expect(limit.enter("lin", home, at: start) == 900)
    }
}
