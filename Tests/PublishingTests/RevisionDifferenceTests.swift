import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Merging a live change into a draft or a planned release.
@Suite(.timeLimit(.minutes(1))) struct RevisionDifferenceTests {
    let catalog: BlockTypeCatalog

    init() throws { catalog = try Project.catalog() }

    func ad(_ code: String, _ content: JSONObject = [:]) -> BlockResource {
        BlockResource(
            blockCode: code, showType: "MALL_AD",
            content: (["extInfo": ["list": [["id": 1, "title": "n", "imageUrl": "/a.svg", "url": "/b"]]]] as JSONObject)
                .merging(content) { $1 })
    }

    func difference(_ old: [BlockResource], _ new: [BlockResource]) -> RevisionDifference {
        let (was, has) = (
            Dictionary(old.map { ($0.blockCode, $0) }) { $1 }, Dictionary(new.map { ($0.blockCode, $0) }) { $1 }
        )
        let blocks = Set(was.keys).union(has.keys).filter { was[$0] != has[$0] }
            .map { RevisionDifference.Block($0, old: was[$0], new: has[$0]) }
        return RevisionDifference(
            oldOrder: old.map(\.blockCode), newOrder: new.map(\.blockCode), blocks: blocks, oldData: [:], newData: [:])
    }

    func merge(_ difference: RevisionDifference, into blocks: [BlockResource]) -> MergeOutcome {
        difference.merged(
            into: MergeTarget(
                page: PageInfo(slug: "p", title: ""), order: blocks.map(\.blockCode),
                layouts: Dictionary(blocks.map { ($0.blockCode, $0.showType) }) { $1 }, size: 0,
                blocks: Dictionary(blocks.map { ($0.blockCode, $0) }) { $1 }, data: [:], catalog: catalog))
    }

    @Test func changesOfDifferentFields_areCombined() {
        let old = ad("A")
        let outcome = merge(
            difference([old], [ad("A", ["sort": 1])]), into: [ad("A", ["canClose": true]), ad("X")])
        #expect(outcome.edit.put == [ad("A", ["sort": 1, "canClose": true])])
        #expect(outcome.edit.order == ["A", "X"])
        #expect(outcome.conflicts.isEmpty)
    }

    @Test func aChangeOfTheSameField_winsAndIsReported() {
        let outcome = merge(difference([ad("A")], [ad("A", ["sort": 1])]), into: [ad("A", ["sort": 2])])
        #expect(outcome.edit.put == [ad("A", ["sort": 1])])
        #expect(outcome.conflicts.map(\.pointer) == ["/content/sort"])
        #expect(outcome.conflicts.map(\.kept) == [.incoming])
    }

    @Test func aBlockDeletedInTheTarget_staysDeleted_andIsReported() {
        let outcome = merge(
            difference([ad("A"), ad("B")], [ad("B"), ad("A", ["sort": 1])]), into: [ad("B"), ad("C")])
        #expect(outcome.edit.put.isEmpty)
        #expect(outcome.edit.order == ["B", "C"])
        #expect(outcome.conflicts.map(\.blockCode) == ["A"])
        #expect(outcome.conflicts.map(\.kept) == [.existing])
    }

    @Test func aMergeThatWouldBeInvalid_isNotMade_andIsReported() {
        let noon = Instant(milliseconds: 1_800_000_000_000)
        var (later, early) = (ad("A"), ad("A"))
        later.from = noon
        early.until = noon.adding(seconds: -60)
        let outcome = merge(difference([ad("A")], [later]), into: [early])
        #expect(outcome.edit.put.isEmpty)
        #expect(outcome.conflicts.map(\.pointer) == [""])
        #expect(outcome.conflicts.map(\.kept) == [.existing])
    }

    @Test func newAndDeletedBlocks_comeAndGo_andPinsHold() {
        let float = BlockResource(blockCode: "F", showType: "MALL_BOTTOM_FLOAT")
        let outcome = merge(
            difference([ad("A"), ad("B"), float], [ad("B"), ad("N"), float]), into: [ad("A"), ad("B"), ad("D"), float])
        #expect(outcome.edit.removed == ["A"])
        #expect(outcome.edit.put.map(\.blockCode) == ["N"])
        #expect(outcome.edit.order == ["B", "N", "D", "F"])
        #expect(outcome.conflicts.isEmpty)
    }

    @Test func json_listsTheOrdersChangesAndAPatchForEachBlock() throws {
        let json = difference([ad("A"), ad("B"), ad("C")], [ad("C"), ad("A", ["sort": 1]), ad("N")]).json
        #expect(json["order"] == ["moved": ["C"], "added": ["N"], "removed": ["B"]])
        let blocks = try #require(json["blocks"]?.array)
        #expect(blocks.map { $0.object?["change"] } == ["changed", "removed", "added"])
        #expect(blocks[0].object?["patch"] == [["op": "add", "path": "/content/sort", "value": 1]])
        // JSON Patch cannot remove a whole document.
        #expect(blocks[1].object?["patch"] == [["op": "replace", "path": "", "value": .null]])
    }
}
