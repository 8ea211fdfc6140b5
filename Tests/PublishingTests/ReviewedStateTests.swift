import HomeBlocks
import Publishing
import Testing

/// Which approvals count, and what stops a state.
@Suite struct ReviewedStateTests {
    private func said(_ kind: Approval.Kind, by person: String, about state: String = "s") -> Approval {
        Approval(
            kind, state: state, person: person, created: Authorship(by: person, at: Instant(milliseconds: 0)),
            message: "", revision: 2)
    }

    private func state(_ said: [Approval], needed: Int = 1, authors: Set<String> = ["Ed"]) -> ReviewedState {
        ReviewedState(
            .draft, text: "s", revision: 2, against: 1, at: nil, authors: authors, needed: needed,
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

    @Test func aBypass_isOfOneState_andOverrulesAnObjection() {
        #expect(state([said(.objection, by: "Bo"), said(.bypass, by: "Lin")], needed: 3).isReady)
        #expect(state([said(.bypass, by: "Lin", about: "older")]).isReady == false)
    }

    @Test func aPageWithoutReviews_isAlwaysReady() {
        #expect(state([said(.objection, by: "Bo")], needed: 0).isReady)
    }
}
