import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

@Suite(.timeLimit(.minutes(1))) struct ChangeOutcomeTests {
    private let outcome = ChangeOutcome(
        ["blockCode": "wallet", "price": (try? JSONValue(parsing: "12345678901234567890.10")) ?? .null],
        tag: StateTag("abc"),
        propagated: [
            PropagatedChange(release: nil, revision: 7, conflicts: []),
            PropagatedChange(
                release: 9, revision: 8,
                conflicts: [
                    MergeConflict("a", pointer: "/x", kept: .existing, "", incoming: 1, existing: nil)
                ]),
        ])

    @Test func aStoredOutcome_isReadAsItWas() throws {
        #expect(outcome.stored.contains("12345678901234567890.10"))
        #expect(try ChangeOutcome(stored: outcome.stored) == outcome)
        #expect(try ChangeOutcome(stored: ChangeOutcome([:]).stored) == ChangeOutcome([:]))
    }

    @Test func aRetry_hasTheSameResponse() throws {
        let retried = try ChangeOutcome(stored: outcome.stored)
        #expect(JSONValue.object(retried.json).encoded == JSONValue.object(outcome.json).encoded)
    }

    @Test(arguments: ["", "null", "{}", #"{"order":{"page":"mall","revision":2}}"#])
    func anOutcomeOfAnEarlierVersion_reportsThatTheChangeWasMade(stored: String) {
        #expect {
            try ChangeOutcome(stored: stored)
        } throws: {
            guard case PublishingError.conflict(let text) = $0 else { return false }
            return text.hasPrefix("The change was made")
        }
    }
}
