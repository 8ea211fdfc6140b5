import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// Some changes of random pages: the chosen ones are made, no others are, and the rest can be made later.
@Suite(.timeLimit(.minutes(5))) struct ChangeSelectionTests {
    static let rounds = 3000
    let pages: RandomPages

    init() throws { pages = try RandomPages() }

    private func difference(_ old: Page, _ new: Page) -> RevisionDifference {
        let changed = Set(old.blocks.keys).union(new.blocks.keys).filter { old.blocks[$0] != new.blocks[$0] }
        return RevisionDifference(
            oldOrder: old.order, newOrder: new.order,
            blocks: changed.map { RevisionDifference.Block($0, old: old.blocks[$0], new: new.blocks[$0]) },
            oldData: old.data, newData: new.data)
    }

    private func making(_ selection: ChangeSelection, of old: Page, _ new: Page) -> Page {
        let edit = difference(old, new).edit(
            making: selection, layouts: old.blocks.mapValues(\.showType), catalog: pages.catalog)
        var page = Page(order: edit.order, blocks: old.blocks, data: edit.data ?? old.data)
        for code in edit.removed { page.blocks[code] = nil }
        for block in edit.put { page.blocks[block.blockCode] = block }
        return page
    }

    /// Some of the changes.
    private func chosen(_ difference: RevisionDifference, _ generator: inout SeededGenerator) -> ChangeSelection {
        let blocks = difference.blocks.map(\.code).filter { _ in Bool.random(using: &generator) }
        return ChangeSelection(
            blocks: blocks, order: difference.hasMoves && Bool.random(using: &generator),
            data: difference.oldData != difference.newData && Bool.random(using: &generator))
    }

    /// Checks a rule for random live pages, drafts and selections of the draft's changes.
    private func check(
        _ seed: UInt64, _ rule: (_ live: Page, _ draft: Page, _ chosen: ChangeSelection) -> String?
    ) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Self.rounds {
            let live = pages.page(&generator)
            let draft = pages.edited(live, &generator)
            let selection = chosen(difference(live, draft), &generator)
            if let issue = rule(live, draft, selection) {
                return #expect(Bool(false), "\(issue)\nlive \(live)\ndraft \(draft)\nchosen \(selection)")
            }
        }
    }

    @Test func chosenChanges_areAsInTheDraft_andAllElseIsUnchanged() {
        var unchosen = 0
        check(1) { live, draft, chosen in
            let result = making(chosen, of: live, draft)
            for code in Set(live.blocks.keys).union(draft.blocks.keys) {
                let expected = chosen.blocks.contains(code) ? draft.blocks[code] : live.blocks[code]
                if result.blocks[code] != expected { return "the block \(code) is \(result)" }
                if live.blocks[code] != draft.blocks[code], !chosen.blocks.contains(code) { unchosen += 1 }
            }
            return result.data == (chosen.data ? draft.data : live.data) ? nil : "the fields are \(result.data)"
        }
        #expect(unchosen > Self.rounds / 4, "few changes were left out")
    }

    @Test func theOrder_hasEachBlockOnce_keepsPins_andIsTheDraftsOnlyIfItIsChosen() {
        check(2) { live, draft, chosen in
            let result = making(chosen, of: live, draft)
            if Set(result.order) != Set(result.blocks.keys) || result.order.count != result.blocks.count {
                return "the order is not one of the blocks: \(result)"
            }
            let pins = pages.pins(result)
            if PinnedOrder.settled(result.order, pins: pins) != result.order { return "a pin is broken: \(result)" }
            let model = chosen.order ? draft : live
            let common = Set(model.order).filter { pins[$0] == nil && result.blocks[$0] != nil }
            let isKept = result.order.filter(common.contains) == model.order.filter(common.contains)
            return isKept ? nil : "blocks have left their order: \(result.order)"
        }
    }

    @Test func choosingAll_givesTheDraft_andChoosingNothingGivesLive() {
        check(3) { live, draft, _ in
            let all = making(ChangeSelection(allOf: difference(live, draft)), of: live, draft)
            if all != draft { return "all changes make \(all)" }
            let none = making(ChangeSelection(), of: live, draft)
            return none == live ? nil : "no change makes \(none)"
        }
    }

    @Test func publishingInSteps_endsInTheSamePageAsPublishingAll() {
        var generator = SeededGenerator(seed: 40)
        var steps = 0
        check(4) { live, draft, chosen in
            var page = making(chosen, of: live, draft)
            for _ in 0..<3 {
                page = making(self.chosen(difference(page, draft), &generator), of: page, draft)
                steps += 1
            }
            let rest = difference(page, draft)
            let last = making(ChangeSelection(allOf: rest), of: page, draft)
            return last == draft ? nil : "the rest makes \(last)"
        }
        #expect(steps == 3 * Self.rounds)
    }

    @Test func plannedChanges_areMergedIntoTheRestOfTheDraft_withoutAConflict() {
        var met = 0
        check(5) { live, draft, chosen in
            let planned = making(chosen, of: live, draft)
            let swapped = difference(live, draft).reversed
            let edit = swapped.edit(
                making: chosen, layouts: draft.blocks.mapValues(\.showType), catalog: pages.catalog)
            var rest = Page(order: edit.order, blocks: draft.blocks, data: edit.data ?? draft.data)
            for code in edit.removed { rest.blocks[code] = nil }
            for block in edit.put { rest.blocks[block.blockCode] = block }
            for code in chosen.blocks where rest.blocks[code] != live.blocks[code] { return "\(code) is in the rest" }

            let (merged, conflicts) = pages.merge(live, planned, rest, .target)
            met += conflicts.count
            if merged.blocks != draft.blocks || merged.data != draft.data { return "the draft becomes \(merged)" }
            let isWhole = chosen.order || !difference(live, draft).hasMoves
            // A block that is added or removed, or gets a layout with another pin, may have a different position.
            let isSameSet = Set(live.order) == Set(draft.order) && pages.pins(live) == pages.pins(draft)
            return !isSameSet || !isWhole || merged.order == draft.order ? nil : "the order becomes \(merged.order)"
        }
        #expect(met == 0)
    }

    @Test(
        arguments: [
            (["blocks": ["A", "X"]], ["/only/blocks/1"]), (["order": true], ["/only/order"]),
            (["data": true, "blocks": ["B"]], ["/only/blocks/0", "/only/data"]),
        ] as [(JSONValue, [String])])
    func aChangeThatThereIsNot_isRefusedWithItsPointer(_ only: JSONValue, _ pointers: [String]) throws {
        let selection = try #require(try Publication(json: ["only": only]).only)
        let (a, other) = (
            BlockResource(blockCode: "A", showType: "PLAIN"), BlockResource(blockCode: "B", showType: "PLAIN")
        )
        var changed = a
        changed.content["t"] = 1
        let old = Page(order: ["A", "B"], blocks: ["A": a, "B": other])
        let new = Page(order: ["A", "B"], blocks: ["A": changed, "B": other])
        let found = issues { try selection.check(difference(old, new), "Nothing was done") }
        #expect(found == pointers)
    }

    @Test(
        arguments: [
            ("all", ["/only"]), ([:], ["/only"]), (["order": false], ["/only"]), (["order": 1], ["/only/order"]),
            (["blocks": ["a", "a"]], ["/only/blocks/1"]),
            (["blocks": ["a b", 1]], ["/only/blocks/0", "/only/blocks/1"]),
            (["blocks": "a"], ["/only/blocks"]), (["order": true, "rest": true], ["/only/rest"]),
        ] as [(JSONValue, [String])])
    func aSelectionThatIsNone_isRefusedWithItsPointers(_ only: JSONValue, _ pointers: [String]) {
        #expect(issues { _ = try Publication(json: ["only": only]) } == pointers)
    }

    private func issues(_ body: () throws -> Void) -> [String] {
        do { try body() } catch PublishingError.invalid(let input) {
            return input.issues.map(\.pointer.description)
        } catch { return ["\(error)"] }
        return []
    }
}
