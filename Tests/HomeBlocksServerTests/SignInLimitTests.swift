import Publishing
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct SignInLimitTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let limit = SignInLimit()

    private func address(_ number: Int) -> IPAddress? { IPAddress("192.0.2.\(number)") }

    /// How many tries are let through in a row.
    private func tries(_ most: Int, _ enter: (Int) -> Int?) -> Int { (0..<most).prefix { enter($0) == nil }.count }

    @Test func oneAddress_triesOneName_fiveTimes_andAgainAfterAQuarterOfAnHour() {
        #expect(tries(50) { _ in limit.enter("mei", address(1), at: now) } == 5)
        #expect(limit.enter("mei", address(1), at: now.adding(seconds: 10)) == 890)
        #expect(limit.enter("lin", address(1), at: now) == nil)
        #expect(limit.enter("mei", address(2), at: now) == nil)
        #expect(limit.enter("mei", address(1), at: now.adding(seconds: 899)) != nil)
        #expect(limit.enter("mei", address(1), at: now.adding(seconds: 900)) == nil)
    }

    @Test func oneAddress_triesManyNames_thirtyTimes() {
        #expect(tries(100) { limit.enter("name \($0)", address(1), at: now) } == 30)
        #expect(limit.enter("another", address(2), at: now) == nil)
    }

    @Test func manyAddresses_doNotGuessOneName() {
        #expect(tries(200) { limit.enter("mei", address($0), at: now) } == 100)
        #expect(limit.enter("lin", address(1), at: now) == nil)
    }

    @Test func aSuccess_isNotCounted() {
        for _ in 0..<200 {
            #expect(limit.enter("mei", address(1), at: now) == nil)
            limit.succeed("mei", address(1))
        }
        #expect(tries(50) { _ in limit.enter("mei", address(1), at: now) } == 5)
    }

    @Test func anUncheckedAttempt_isNotCounted_andResetsNothing() {
        #expect(tries(3) { _ in limit.enter("mei", address(1), at: now) } == 3)
        for _ in 0..<200 {
            #expect(limit.enter("mei", address(1), at: now) == nil)
            limit.leave("mei", address(1))
        }
        #expect(tries(50) { _ in limit.enter("mei", address(1), at: now) } == 2)
    }

    @Test func anUncountedAttempt_keepsNoKey() {
        for number in 0..<1_000 {
            #expect(limit.enter("name \(number)", address(number % 250), at: now) == nil)
            number % 2 == 0
                ? limit.succeed("name \(number)", address(number % 250))
                : limit.leave("name \(number)", address(number % 250))
        }
        #expect(limit.keyCount == 0)
        #expect(limit.enter("mei", address(1), at: now) == nil)
        #expect(limit.keyCount == 3)
    }

    @Test func addressesOverTheLimitOfKeys_wait_andKnownOnesDoNot() {
        #expect(limit.enter("mei", address(1), at: now) == nil)
        let number = tries(100_000) {
            limit.enter("mei \($0)", IPAddress("2001:db8:0:\(String($0, radix: 16))::1"), at: now)
        }
        #expect((10_000..<20_000).contains(number))
        #expect(limit.enter("lin", address(2), at: now) == 60)
        #expect(limit.enter("mei", address(1), at: now) == nil)
        #expect(limit.enter("lin", address(2), at: now.adding(seconds: 900)) == nil)
    }
}
