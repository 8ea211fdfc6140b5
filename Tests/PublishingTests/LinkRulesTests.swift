import HomeBlocks
import Testing

@testable import Publishing

/// The rules of preview links.
@Suite(.timeLimit(.minutes(1))) struct LinkRulesTests {
    private let now = Instant(milliseconds: 1_000_000)

    private func plan(_ json: JSONValue) throws(PublishingError) -> LinkPlan {
        try LinkPlan(json: json, clientParameters: ["platform", "uid"], at: now)
    }

    private func link(until end: Instant, revoked: Authorship? = nil) -> PreviewLink {
        PreviewLink(
            id: 1, page: "mall", firstSlug: "shop", plan: LinkPlan(target: .draft, until: end),
            created: Authorship(by: "lin", at: now),
            revoked: revoked)
    }

    @Test func aPlanWithoutMembers_showsTheDraftForAWeek() throws {
        let plan = try plan([:])
        #expect(plan == LinkPlan(target: .draft, until: now.adding(seconds: 7 * 86_400)))
    }

    @Test func emptyValuesOfAClient_countAsAbsent() throws {
        #expect(try plan(["client": ["platform": "ios", "uid": ""]]).client == ["platform": "ios"])
        #expect(try plan(["client": .null]).client == nil)
    }

    @Test func theLongestTime_isThirtyDays_andAnHourForAFastClock() throws {
        func until(_ seconds: Int) -> JSONValue { ["until": .string(now.adding(seconds: seconds).rfc3339)] }
        _ = try plan(until(30 * 86_400 + 3600))
        #expect(throws: PublishingError.self) { try plan(until(30 * 86_400 + 3601)) }
        #expect(throws: PublishingError.self) { try plan(until(0)) }
    }

    @Test func aLink_canBeUsedUntilItEndsOrIsRevoked() throws {
        let end = now.adding(seconds: 10)
        let link = link(until: end)
        #expect(link.state(at: now) == .active && link.state(at: end) == .expired)
        _ = try PreviewLink.require(link, at: now)
        let revoked = self.link(until: end, revoked: Authorship(by: "lin", at: now))
        for (link, instant) in [(nil, now), (link, end), (revoked, now)] {
            #expect(throws: PublishingError.self) { try PreviewLink.require(link, at: instant) }
        }
        try link.checkRevocation(at: now)
        #expect(throws: PublishingError.self) { try revoked.checkRevocation(at: now) }
        #expect(throws: PublishingError.self) { try link.checkRevocation(at: end) }
    }

    @Test func aLink_showsItsPageByItsPresentAndItsFirstName() {
        let link = link(until: now)
        #expect(link.shows(nil) && link.shows("mall") && link.shows("shop") && !link.shows("music"))
    }

    @Test func aSecret_isReadAsItWasWritten_andIsNoToken() throws {
        var generator = SystemRandomNumberGenerator()
        let secret = LinkSecret(using: &generator)
        #expect(LinkSecret(parsing: secret.text)?.hash == secret.hash)
        #expect(AccessToken(parsing: secret.text) == nil)
        for text in ["", "hb_link_", String(secret.text.dropLast()), secret.text + "A"] {
            #expect(LinkSecret(parsing: text) == nil, "\(text)")
        }
    }

    @Test func aLinkThatMayApprove_needsACreatorWhoMay_andWhoseRightsAreStored() throws {
        let token = Authorization(.token, needs: .editor, on: .page("mall"))
        func actor(_ role: Role, _ authorization: Authorization?) -> Actor {
            Actor(credential: "k", name: "lin", role: role, authorization: authorization)
        }
        let plan = try plan(["mayApprove": true])
        try plan.check(actor(.publisher, token), on: "mall")
        #expect(throws: PublishingError.self) { try plan.check(actor(.editor, token), on: "mall") }
        // The token from the environment is not in the database.
        #expect(throws: PublishingError.self) { try plan.check(actor(.admin, nil), on: "mall") }
        try self.plan([:]).check(actor(.editor, nil), on: "mall")
    }
}
