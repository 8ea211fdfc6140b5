import NIOCore
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct BodyPaceTests {
    private let begin = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func pace(received: Int) -> BodyPace {
        var pace = BodyPace(ServerLimits(), at: begin)
        pace.receive(received)
        return pace
    }

    @Test func aBodyThatHasJustBegun_isNotTooSlow() { #expect(!pace(received: 0).isTooSlow(at: begin + .seconds(4))) }

    @Test func aBodyBelowTheRate_isTooSlow() {
        #expect(pace(received: 0).isTooSlow(at: begin + .seconds(5)))
        #expect(pace(received: 512 * 10 - 1).isTooSlow(at: begin + .seconds(10)))
        #expect(!pace(received: 512 * 10).isTooSlow(at: begin + .seconds(10)))
    }

    @Test func aBodyThatTakesLongerThanItsTime_isTooSlow_howeverFast() {
        #expect(!pace(received: 1 << 20).isTooSlow(at: begin + .seconds(29)))
        #expect(pace(received: 1 << 20).isTooSlow(at: begin + .seconds(30)))
    }
}
