import Publishing
import TestSupport
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct SignInLimitTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let limit = SignInLimit()

    private func address(_ number: Int) -> IPAddress? { IPAddress("192.0.2.\(number)") }

    /// The number of consecutive attempts that are allowed.
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

    @Test func overTheLimitOfAnAddress_theFirstAttemptForAName_isCompared() {
        #expect(tries(100) { limit.enter("name \($0)", address(1), at: now) } == 30)
        #expect(limit.enter("mei", address(1), at: now) == 900)
        // Correct passwords are not counted: they can be used any number of times.
        for number in 0..<300 {
            #expect(limit.enter("person \(number % 7)", address(1), beyond: true, at: now) == nil)
            limit.succeed("person \(number % 7)", address(1), beyond: true)
        }
        #expect(limit.enter("mei", address(1), beyond: true, at: now) == nil)
        #expect(limit.enter("mei", address(1), beyond: true, at: now) != nil)
        #expect(limit.enter("mei", address(1), at: now) != nil)
        // A name that has failed has no further attempt.
        #expect(limit.enter("name 3", address(1), beyond: true, at: now) != nil)
        #expect(tries(500) { limit.enter("other \($0)", address(1), beyond: true, at: now) } == 99)
        #expect(limit.enter("mei", address(1), at: now.adding(seconds: 900)) == nil)
    }

    @Test func anAttemptBeyondTheLimit_thatIsUncounted_keepsNoKey() {
        for number in 0..<1_000 {
            #expect(limit.enter("name \(number)", address(1), beyond: true, at: now) == nil)
            number % 2 == 0
                ? limit.succeed("name \(number)", address(1), beyond: true)
                : limit.leave("name \(number)", address(1), beyond: true)
        }
        #expect(limit.keyCount == 0)
    }

    /// Random attempts of guessers and of people who know their passwords, at random times.
    @Test(arguments: UInt64(0)..<20)
    func guessing_isLimited_andWhoHasNotFailedGetsIn(_ seed: UInt64) {
        struct Failure {
            let name: Int
            let address: Int
            let at: Instant
        }
        var generator = SeededGenerator(seed: seed)
        var (failures, now): ([Failure], Instant) = ([], now)
        for _ in 0..<3_000 {
            now = now.adding(seconds: Int.random(in: 0...4, using: &generator))
            let name = Int.random(in: 0..<60, using: &generator)
            let from = Int.random(in: 1...3, using: &generator)
            let isRight = Int.random(in: 0..<4, using: &generator) == 0
            let isOver = limit.enter("\(name)", address(from), at: now) != nil
            let isCompared = !isOver || limit.enter("\(name)", address(from), beyond: true, at: now) == nil
            let recent = failures.filter { now < $0.at.adding(seconds: 900) }
            let ofName = recent.filter { $0.name == name }
            let own = ofName.filter { $0.address == from }
            let ofAddress = recent.filter { $0.address == from }
            // Anyone who has not failed from here can sign in, unless the name is guessed from many addresses, or many
            // names are tried from this one.
            if own.isEmpty, ofName.count < 50, ofAddress.count < 65 { #expect(isCompared) }
            if isCompared, isRight {
                limit.succeed("\(name)", address(from), beyond: isOver)
                // A success resets the failures of the address with the name.
                failures.removeAll { $0.name == name && $0.address == from }
            } else if isCompared {
                failures.append(Failure(name: name, address: from, at: now))
            }
            // Windows begin with the first attempt: two of them may overlap a quarter of an hour.
            #expect(own.count <= 2 * 5 && ofName.count <= 2 * 100 && ofAddress.count <= 2 * 130)
        }
    }

    /// Attempts beyond the limit do not add to the number of attempts for a name.
    @Test(arguments: [1, 5, 29, 30])
    func aName_isGuessedNoMoreOften_howeverMuchTheAddressHasFailed(_ others: Int) {
        for number in 0..<others { #expect(limit.enter("other \(number)", address(1), at: now) == nil) }
        let compared = (0..<50).count { _ in
            limit.enter("mei", address(1), at: now) == nil
                || limit.enter("mei", address(1), beyond: true, at: now) == nil
        }
        #expect(compared == (others == 30 ? 1 : min(5, 30 - others)))
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
