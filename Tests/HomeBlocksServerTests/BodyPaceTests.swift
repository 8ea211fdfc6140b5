import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct BodyPaceTests {
    private func pace(received: Int, seconds: Int) -> BodyPace {
        var pace = BodyPace(ServerLimits())
        pace.receive(received)
        for _ in 0..<seconds { pace.passSecond() }
        return pace
    }

    @Test func aBodyThatHasJustBegun_isNotTooSlow() { #expect(!pace(received: 0, seconds: 4).isTooSlow) }

    @Test func aBodyBelowTheRate_isTooSlow() {
        #expect(pace(received: 0, seconds: 5).isTooSlow)
        #expect(pace(received: 512 * 10 - 1, seconds: 10).isTooSlow)
        #expect(!pace(received: 512 * 10, seconds: 10).isTooSlow)
    }

    @Test func aBodyThatTakesLongerThanItsTime_isTooSlow_howeverFast() {
        #expect(!pace(received: 1 << 20, seconds: 29).isTooSlow)
        #expect(pace(received: 1 << 20, seconds: 30).isTooSlow)
    }
}
