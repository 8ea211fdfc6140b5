import HomeBlocks
import Publishing
import Testing

/// Which approvals count, and what stops a state.
@Suite(.timeLimit(.minutes(1))) struct ReviewedStateTests {
    private func said(
        _ kind: Approval.Kind, by person: String, about state: String = "s", at milliseconds: Int64 = 0
    ) -> Approval {
        Approval(
            kind, state: state, person: person,
            created: Authorship(by: person, at: Instant(milliseconds: milliseconds)),
            message: "", revision: 2)
    }

    private func state(
        _ said: [Approval], needed: Int = 1, authors: Set<String> = ["Ed"], of subject: ReviewedState.Subject = .draft
    ) -> ReviewedState {
        ReviewedState(
            subject, text: "s", revision: 2, against: 1, at: nil, authors: authors, needed: needed,
            review: LoadedReview(approvals: said))
    }

    @Test func approvalsOfOthers_ofThisState_count() {
        #expect(state([]).isReady == false)
        #expect(state([said(.approval, by: "Ada")]).isReady)
        #expect(state([said(.approval, by: "Ed")]).isReady == false)
        #expect(state([said(.approval, by: "Ada", about: "older")]).isReady == false)
        #expect(state([said(.approval, by: "Ada")], needed: 2).isReady == false)
        #expect(state([said(.approval, by: "Ada"), said(.approval, by: "Bo")], needed: 2).isReady)
    }

    @Test func anApproverWhoBecameAnAuthor_doesNotCount() {
        let approved = [said(.approval, by: "Ada")]
        #expect(state(approved, authors: ["Ed", "Ada"]).isReady == false)
        #expect(state(approved, authors: ["Ed", "Ada"]).approvals.isEmpty)
    }

    @Test func anObjection_stopsAnyNumberOfApprovals_alsoThatOfAnAuthor() {
        for person in ["Bo", "Ed"] {
            #expect(state([said(.approval, by: "Ada"), said(.objection, by: person)]).isReady == false)
        }
        #expect(state([said(.approval, by: "Ada"), said(.objection, by: "Bo", about: "older")]).isReady)
    }

    @Test func aBypass_isOfOnePlan_andOverrulesEarlierObjections() {
        let bypassed = [said(.objection, by: "Bo"), said(.bypass, by: "Lin", at: 1)]
        #expect(state(bypassed, needed: 3, of: .release(1)).isReady)
        #expect(state(bypassed + [said(.objection, by: "Ada", at: 2)], of: .release(1)).isReady == false)
        #expect(state([said(.bypass, by: "Lin", about: "older")], of: .release(1)).isReady == false)
        #expect(state([said(.bypass, by: "Lin")], of: .draft).isReady == false)
    }

    @Test func aPageWithoutReviews_isAlwaysReady() {
        #expect(state([said(.objection, by: "Bo")], needed: 0).isReady)
    }
}
