import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct AdmissionTests {
    private func admission(requests: Int, changes: Int) -> Admission {
        var limits = ServerLimits()
        limits.requests = requests
        limits.changes = changes
        return Admission(limits)
    }

    @Test func requestsBeyondTheLimit_findNoPlace_untilOthersAreAnswered() throws {
        let admission = admission(requests: 2, changes: 2)
        let first = try #require(admission.enter(isChange: false, client: nil))
        _ = try #require(admission.enter(isChange: false, client: nil))
        #expect(admission.enter(isChange: false, client: nil) == nil)
        #expect(admission.refused(.requests) == 1)
        admission.leave(first)
        #expect(admission.requestsInProgress == 1)
        #expect(admission.enter(isChange: false, client: nil) != nil)
    }

    @Test func changesBeyondTheirLimit_findNoPlace_andReadsDo() throws {
        let admission = admission(requests: 10, changes: 2)
        let (one, other) = (IPAddress("192.0.2.1"), IPAddress("192.0.2.2"))
        let place = try #require(admission.enter(isChange: true, client: one))
        _ = try #require(admission.enter(isChange: true, client: other))
        #expect(admission.enter(isChange: true, client: IPAddress("192.0.2.3")) == nil)
        #expect(admission.refused(.changes) == 1)
        #expect(admission.enter(isChange: false, client: one) != nil)
        admission.leave(place)
        #expect(admission.enter(isChange: true, client: one) != nil)
    }

    @Test func oneClient_leavesRoomForTheChangesOfOthers() throws {
        let admission = admission(requests: 10, changes: 4)
        let (one, other) = (IPAddress("192.0.2.1"), IPAddress("192.0.2.2"))
        let places = (0..<2).compactMap { _ in admission.enter(isChange: true, client: one) }
        #expect(places.count == 2)
        #expect(admission.enter(isChange: true, client: one) == nil)
        #expect(admission.refused(.client) == 1)
        #expect(admission.enter(isChange: true, client: other) != nil)
        admission.leave(places[0])
        #expect(admission.enter(isChange: true, client: one) != nil)
    }
}
