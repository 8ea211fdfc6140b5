import HomeBlocks
import Publishing
import TestSupport
import Testing

/// The limit of a page's size. Pages of that size are slow, so one engine is enough.
@Suite(.timeLimit(.minutes(1))) struct LargePageTests {
    private let fixture: StoreFixture
    private let store: any PageStore
    private let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() async throws {
        fixture = try await .withMall(by: ada)
        store = fixture.store
    }

    @discardableResult
    private func change(_ stage: Stage, _ operation: PageOperation) async throws -> ChangeOutcome {
        try await store.change(PageChange("mall", stage, operation), ada)
    }

    private func setTitle(_ code: String, _ title: String) -> PageOperation {
        .patch(code, ["content": ["title": .string(title)]])
    }

    private func title(_ code: String, _ stage: Stage) async throws -> JSONValue? {
        try await store.blockState(code, of: "mall", stage).block.content["title"]
    }

    @Test func aPage_thatWouldBecomeTooLarge_isRefused() async throws {
        let text = JSONValue.string(String(repeating: "a", count: PageDocument.maximumBytes / 2))
        try await change(.draft, .patch("wallet", ["content": ["note": text]]))
        await #expect {
            try await change(.draft, .patch("otc", ["content": ["note": text]]))
        } throws: { error in
            guard case PublishingError.invalid(let input) = error else { return false }
            return input.detail.contains("page.bytes")
        }
        // A smaller page than before is always accepted, and so is an order.
        try await change(.draft, setTitle("otc", "small"))
        // Live accepts the change; merging it into the draft would exceed the limit, which is reported.
        let outcome = try await change(.live, .patch("otc", ["content": ["note": text]]))
        #expect(outcome.propagated.flatMap(\.conflicts).map(\.kept) == [.existing])
        #expect(try await title("otc", .draft) == "small")
    }
}
