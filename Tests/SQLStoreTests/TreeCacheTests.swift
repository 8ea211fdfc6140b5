import Foundation
import HomeBlocks
import Publishing
import TestSupport
import Testing

@testable import SQLStore

/// The cache of the trees of large pages.
@Suite(.timeLimit(.minutes(2)), .everyEngine) struct TreeCacheTests {
    private let fixture: StoreFixture
    private let store: any PageStore
    private let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() async throws {
        fixture = try StoreFixture()
        store = fixture.store
    }

    private func importPage(_ numbers: some Sequence<Int>, title: String) async throws {
        let document = PageDocument(blocks: numbers.map { BlockResource.numbered($0, title: title) })
        _ = try await store.importPage(PageImport(page: "large", document: document), ada)
    }

    /// The shown page must equal the stored one, whose every block is read again.
    private func check(_ comment: Comment) async throws {
        let shown = try await store.shown("large", at: fixture.time.clock.now).own
        let stored = try await store.revision("large", .live)
        #expect(shown.versions == stored.versions, comment)
        #expect(Set(shown.versions.keys) == Set(shown.order.order), comment)
        let blocks = try await store.blocks(Set(shown.versions.values))
        #expect(Set(blocks.values.map(\.blockCode)) == Set(shown.order.order), comment)
    }

    /// Ids of deleted trees and pages may be reused. `HOMEBLOCKS_TREE_STEPS` is the number of steps.
    @Test(arguments: 1...4) func theShownPage_isTheStoredOne_afterAnyChanges(seed: UInt64) async throws {
        var dice = SeededGenerator(seed: seed)
        try await importPage(0..<110, title: "First")
        let steps = ProcessInfo.processInfo.environment["HOMEBLOCKS_TREE_STEPS"].flatMap { Int($0) } ?? 10
        for step in 0..<steps {
            let order = try await store.revision("large", .live).order.order
            let code = try #require(order.randomElement(using: &dice))
            func change(_ operation: PageOperation, isDryRun: Bool = false) async throws {
                _ = try await store.change(PageChange("large", .live, operation, isDryRun: isDryRun), ada)
            }
            let title: JSONValue = ["content": ["uiElement": ["subTitle": ["title": .string("Title \(step)")]]]]
            let action = Int.random(in: 0..<11, using: &dice)
            switch action {
            case 0, 1: try await change(.patch(code, title))
            case 2: try await change(.patch(code, title), isDryRun: true)
            case 3: try await change(.order(.moves([Move(code, to: .start)])))
            case 4: try await change(.create(BlockResource.numbered(200 + step, title: "New"), .end))
            case 5: try await change(.delete(code))
            case 6, 7:
                let numbers = try await store.revisions("large", ListRange(limit: 5), onlyReleased: true).elements
                    .map(\.number)
                let number = try #require(numbers.randomElement(using: &dice))
                _ = try await store.restore("large", number: number, message: "", ada)
            case 8: _ = try await store.prune("large", Retention(revisions: 1), by: .console)
            case 9: try await importPage(0..<Int.random(in: 90..<130, using: &dice), title: "Import \(step)")
            default:
                _ = try await store.deletePage("large", ada)
                try await importPage(0..<105, title: "Again \(step)")
            }
            // Not every state is read.
            if Int.random(in: 0..<3, using: &dice) > 0 { try await check("step \(step), action \(action)") }
        }
        try await check("at the end")
    }
}
