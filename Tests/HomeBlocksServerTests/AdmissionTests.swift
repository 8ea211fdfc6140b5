import Publishing
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct AdmissionTests {
    private let one = IPAddress("192.0.2.1")
    private let other = IPAddress("192.0.2.2")

    private func admission(requests: Int, changes: Int) -> Admission {
        var limits = ServerLimits()
        limits.requests = requests
        limits.changes = changes
        return Admission(limits)
    }

    @Test func requestsBeyondTheLimit_getNoPermit_untilOthersHaveTheirResponses() throws {
        let admission = admission(requests: 2, changes: 2)
        let first = try #require(admission.enter(client: nil))
        _ = try #require(admission.enter(client: nil))
        #expect(admission.enter(client: nil) == nil)
        #expect(admission.refused(.requests) == 1)
        first.leave()
        #expect(admission.requestsInProgress == 1)
        #expect(admission.enter(client: nil) != nil)
    }

    @Test func changesBeyondTheirLimit_getNoPermit_andReadsDo() throws {
        let admission = admission(requests: 10, changes: 2)
        let first = try #require(admission.enter(client: one))
        try first.beginChange()
        // A request counts once, even if it begins several changes.
        try first.beginChange()
        try #require(admission.enter(client: other)).beginChange()
        let late = try #require(admission.enter(client: IPAddress("192.0.2.3")))
        #expect(throws: ProblemDetails.self) { try late.beginChange() }
        #expect(admission.refused(.changes) == 1)
        #expect(admission.enter(client: one) != nil)
        first.leave()
        try late.beginChange()
    }

    @Test func oneClient_leavesRoomForTheChangesOfOthers() throws {
        let admission = admission(requests: 10, changes: 4)
        let permits = (0..<3).compactMap { _ in admission.enter(client: one) }
        try permits[0].beginChange()
        try permits[1].beginChange()
        #expect(throws: ProblemDetails.self) { try permits[2].beginChange() }
        #expect(admission.refused(.client) == 1)
        try #require(admission.enter(client: other)).beginChange()
        permits[0].leave()
        try permits[2].beginChange()
    }

    @Test func theAddressesOfOneNetwork_areOneClient() throws {
        let admission = admission(requests: 10, changes: 2)
        try #require(admission.enter(client: IPAddress("2001:db8::1"))).beginChange()
        let neighbour = try #require(admission.enter(client: IPAddress("2001:db8::2")))
        #expect(throws: ProblemDetails.self) { try neighbour.beginChange() }
        try #require(admission.enter(client: IPAddress("2001:db8:0:1::1"))).beginChange()
    }
}
