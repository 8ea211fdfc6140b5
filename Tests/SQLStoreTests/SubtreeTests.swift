import HomeBlocks
import Publishing
import TestSupport
import Testing

@testable import SQLStore

/// Trees that share subtrees.
@Suite(.timeLimit(.minutes(1)), .everyEngine) struct SubtreeTests {
    private let fixture: StoreFixture
    private let store: any PageStore
    private let inspected: any InspectableStore
    private let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() async throws {
        fixture = try StoreFixture()
        store = fixture.store
        inspected = try store.inspected()
    }

    private func importPage(_ count: Int) async throws {
        let blocks = (0..<count).map { BlockResource.numbered($0, title: "Title \($0)") }
        _ = try await store.importPage(PageImport(page: "large", document: PageDocument(blocks: blocks)), ada)
    }

    private func change(_ operation: PageOperation) async throws {
        _ = try await store.change(PageChange("large", .live, operation), ada)
    }

    private func count(_ table: String) async throws -> Int {
        Int(try #require(try await inspected.number("SELECT count(*) FROM \(table)")))
    }

    @Test func anEditOfALargePage_storesOneSubtree() async throws {
        try await importPage(400)
        let (subtrees, entries) = (try await count("subtrees"), try await count("subtree_entries"))
        #expect(subtrees == SubtreePlan.count && entries == 400)
        try await change(.patch("block7", ["content": ["uiElement": ["subTitle": ["title": "Other"]]]]))
        #expect(try await count("subtrees") == subtrees + 1)
        #expect(try await count("subtree_entries") <= entries + 40)
        #expect(try await count("placements") == 800)
        try await inspected.checkIntegrity()
    }

    @Test func anOrder_storesNone() async throws {
        try await importPage(100)
        let (trees, entries) = (try await count("trees"), try await count("subtree_entries"))
        try await change(.order(.moves([Move("block9", to: .start)])))
        #expect(try await count("trees") == trees)
        #expect(try await count("subtree_entries") == entries)
    }

    /// Pages grow and shrink across the size from which on their trees are divided.
    @Test(arguments: 1...3) func randomChanges_leaveThePageAsAModelHasIt(seed: UInt64) async throws {
        var dice = SeededGenerator(seed: seed)
        try await importPage(SubtreePlan.dividedSize - 2)
        var titles = Dictionary(uniqueKeysWithValues: (0..<SubtreePlan.dividedSize - 2).map { ($0, "Title \($0)") })
        for step in 0..<60 {
            let known = titles.keys.sorted()
            switch Int.random(in: 0..<5, using: &dice) {
            case 0, 1:
                let number = (known.max() ?? 0) + 1
                titles[number] = "New \(step)"
                try await change(.create(BlockResource.numbered(number, title: "New \(step)"), .end))
            case 2:
                let number = try #require(known.randomElement(using: &dice))
                titles[number] = nil
                try await change(.delete("block\(number)"))
            case 3:
                let number = try #require(known.randomElement(using: &dice))
                titles[number] = "Changed \(step)"
                let patch: JSONValue = ["content": ["uiElement": ["subTitle": ["title": .string("Changed \(step)")]]]]
                try await change(.patch("block\(number)", patch))
            default:
                let kept = known.filter { _ in Int.random(in: 0..<20, using: &dice) > 0 }
                titles = titles.filter { kept.contains($0.key) }
                let document = PageDocument(blocks: kept.map { BlockResource.numbered($0, title: titles[$0] ?? "") })
                _ = try await store.importPage(PageImport(page: "large", document: document), ada)
            }
        }
        let states = try await store.blockStates("large", .live)
        let shown = states.map { state in
            let heading = state.block.content["uiElement"]?.object?["subTitle"]?.object
            return (state.block.blockCode, heading?["title"]?.string)
        }
        let expected = titles.map { ("block\($0.key)", $0.value) }
        #expect(Dictionary(uniqueKeysWithValues: shown) == Dictionary(uniqueKeysWithValues: expected))
        try await inspected.checkIntegrity()
        // After pruning, nothing unreferenced remains.
        _ = try await store.prune("large", Retention(revisions: 1), by: .console)
        #expect(try await store.blockStates("large", .live) == states)
        #expect(try await count("placements") == titles.count)
        #expect(try await count("subtree_entries") == titles.count)
        #expect(
            try await inspected.number(
                "SELECT count(*) FROM subtrees WHERE id NOT IN (SELECT subtree_id FROM tree_subtrees)") == 0)
        try await inspected.checkIntegrity()
    }
}

/// The division of entries into subtrees.
@Suite(.timeLimit(.minutes(1))) struct SubtreePlanTests {
    @Test func aSmallTree_hasOneSubtree_withAllEntries() {
        let plan = SubtreePlan(codes: ["a", "b", "c"], isDivided: false, leaving: ["b"], adding: ["b", "d"])
        #expect(plan.subtrees == [0: SubtreePlan.Subtree(kept: ["a", "c"], added: ["b", "d"])])
        #expect(plan.replaced == nil)
    }

    @Test func aTreeWithoutOtherEntries_sharesAllSubtrees() {
        for isDivided in [false, true] {
            let plan = SubtreePlan(codes: ["a", "b"], isDivided: isDivided, leaving: [], adding: [])
            #expect(plan.subtrees.isEmpty)
            #expect(plan.replaced == [])
        }
    }

    @Test func aDividedTree_writesOnlyTheChangedSubtrees() {
        let codes = (0..<1000).map { "text-\($0)" }
        let number = SubtreePlan.number(of: "text-3")
        let plan = SubtreePlan(codes: codes, isDivided: true, leaving: ["text-3"], adding: ["text-3"])
        #expect(plan.replaced == [number])
        #expect(Array(plan.subtrees.keys) == [number])
        #expect(plan.subtrees[number]?.added == ["text-3"])
        #expect((10...60).contains(plan.subtrees[number]?.kept.count ?? 0))
    }

    /// Programs of all versions must find an entry in the same subtree.
    @Test func aCode_isAlwaysInTheSameSubtree() {
        #expect(["", "a", "HOMEPAGE_BANNER", "横幅"].map(SubtreePlan.number) == [5, 12, 28, 4])
    }
}
