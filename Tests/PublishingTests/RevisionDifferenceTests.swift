import HomeBlocks
import Publishing
import TestSupport
import Testing

/// How a change to live is made in a draft or a planned release.
@Suite struct RevisionDifferenceTests {
    let catalog: BlockTypeCatalog

    init() throws { catalog = try Project.catalog() }

    func ad(_ code: String, _ content: JSONObject = [:]) -> BlockResource {
        BlockResource(
            blockCode: code, showType: "MALL_AD",
            content: ["extInfo": ["list": [["id": 1, "title": "n", "imageUrl": "/a.svg", "url": "/b"]]]]
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

    func carry(
        _ difference: RevisionDifference, onto blocks: [BlockResource]
    ) -> (edit: SnapshotEdit, conflicts: [CarriedChange.Conflict]) {
        difference.carried(
            onto: CarryTarget(
                page: PageInfo(slug: "p", title: ""), order: blocks.map(\.blockCode),
                layouts: Dictionary(blocks.map { ($0.blockCode, $0.showType) }) { $1 },
                blocks: Dictionary(blocks.map { ($0.blockCode, $0) }) { $1 }, data: [:], catalog: catalog))
    }

    @Test func changesOfDifferentFields_standBesideEachOther() {
        let old = ad("A")
        let (edit, conflicts) = carry(
            difference([old], [ad("A", ["sort": 1])]), onto: [ad("A", ["canClose": true]), ad("X")])
        #expect(edit.put == [ad("A", ["sort": 1, "canClose": true])])
        #expect(edit.order == ["A", "X"])
        #expect(conflicts.isEmpty)
    }

    @Test func aChangeOfTheSameField_winsAndIsTold() {
        let (edit, conflicts) = carry(difference([ad("A")], [ad("A", ["sort": 1])]), onto: [ad("A", ["sort": 2])])
        #expect(edit.put == [ad("A", ["sort": 1])])
        #expect(conflicts.map(\.pointer) == ["/content/sort"])
        #expect(conflicts.map(\.isApplied) == [true])
    }

    @Test func whatWasDeletedThere_staysDeleted_andIsTold() {
        let (edit, conflicts) = carry(
            difference([ad("A"), ad("B")], [ad("B"), ad("A", ["sort": 1])]), onto: [ad("B"), ad("C")])
        #expect(edit.put.isEmpty)
        #expect(edit.order == ["B", "C"])
        #expect(conflicts.map(\.blockCode) == ["A"])
        #expect(conflicts.map(\.isApplied) == [false])
    }

    @Test func aMergeThatWouldBeInvalid_isNotMade_andIsTold() {
        let noon = Instant(milliseconds: 1_800_000_000_000)
        var (later, early) = (ad("A"), ad("A"))
        later.from = noon
        early.until = noon.adding(seconds: -60)
        let (edit, conflicts) = carry(difference([ad("A")], [later]), onto: [early])
        #expect(edit.put.isEmpty)
        #expect(conflicts.map(\.pointer) == ["/until"])
        #expect(conflicts.map(\.isApplied) == [false])
    }

    @Test func newAndDeletedBlocks_comeAndGo_andPinsHold() {
        let float = BlockResource(blockCode: "F", showType: "MALL_BOTTOM_FLOAT")
        let (edit, conflicts) = carry(
            difference([ad("A"), ad("B"), float], [ad("B"), ad("N"), float]), onto: [ad("A"), ad("B"), ad("D"), float])
        #expect(edit.removed == ["A"])
        #expect(edit.put.map(\.blockCode) == ["N"])
        #expect(edit.order == ["B", "N", "D", "F"])
        #expect(conflicts.isEmpty)
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
