import Foundation
import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// Random triples of pages: whatever the two sides change, the result is a valid page, and nothing is lost without a
/// conflict.
@Suite(.timeLimit(.minutes(60))) struct PageMergeTests {
    static let preferences = [MergePreference.change, .target]
    /// The number of triples per test and preference; script/verify uses 100,000.
    static let rounds = Int(ProcessInfo.processInfo.environment["HOMEBLOCKS_MERGE_ROUNDS"] ?? "") ?? 2000

    let pages: RandomPages

    init() throws { pages = try RandomPages() }

    /// Checks a rule with random triples, and reports the first one that breaks it.
    private func check(
        _ seed: UInt64, _ rule: (_ old: Page, _ new: Page, _ target: Page) throws -> String?
    ) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Self.rounds {
            let old = pages.page(&generator)
            let (new, target) = (pages.edited(old, &generator), pages.edited(old, &generator))
            if let issue = try rule(old, new, target) {
                return #expect(Bool(false), "\(issue)\nold \(old)\nnew \(new)\ntarget \(target)")
            }
        }
    }

    @Test(arguments: preferences) func aMergedPage_hasEachBlockOnceInItsOrder_andPinsHold(
        _ preference: MergePreference
    ) throws {
        try check(1) { old, new, target in
            let (merged, _) = pages.merge(old, new, target, preference)
            if Set(merged.order) != Set(merged.blocks.keys) || merged.order.count != merged.blocks.count {
                return "the order is not one of the blocks: \(merged)"
            }
            return PinnedOrder.settled(merged.order, pins: pages.pins(merged)) == merged.order
                ? nil : "a pinned block has left its end: \(merged.order)"
        }
    }

    @Test(arguments: preferences) func mergingNothing_changesNothing_andMergingIntoTheOldPageGivesTheChange(
        _ preference: MergePreference
    ) throws {
        try check(2) { old, new, target in
            let (same, noConflicts) = pages.merge(old, old, target, preference)
            let (change, none) = pages.merge(old, new, old, preference)
            if same != target || !noConflicts.isEmpty { return "merging nothing made \(same)" }
            return change == new && none.isEmpty ? nil : "merging into the old page made \(change)"
        }
    }

    @Test(arguments: preferences) func aMergedBlock_hasNoRuleWithoutItsCard(_ preference: MergePreference) throws {
        var count = 0
        try check(5) { old, new, target in
            let (merged, _) = pages.merge(old, new, target, preference)
            count += merged.blocks.values.reduce(0) { $0 + $1.cardRules.count }
            let issues = merged.blocks.values.flatMap { pages.catalog.cardRuleIssues(in: $0) }
            return issues.isEmpty ? nil : "\(issues): \(merged)"
        }
        #expect(count > Self.rounds / 40, "few merged blocks have rules")
    }

    @Test(arguments: preferences) func aMergedBlock_hasNoFeedOfAnotherLayout(_ preference: MergePreference) throws {
        var count = 0
        try check(6) { old, new, target in
            let (merged, _) = pages.merge(old, new, target, preference)
            count += merged.blocks.values.count { $0.source != nil }
            let issues = merged.blocks.values.flatMap { $0.sourceIssues(RandomPages.feeds) }
            return issues.isEmpty ? nil : "\(issues): \(merged)"
        }
        #expect(count > Self.rounds / 20, "few merged blocks have feeds")
    }

    @Test(arguments: preferences) func mergingTwice_changesNothingMore(_ preference: MergePreference) throws {
        try check(3) { old, new, target in
            let (once, _) = pages.merge(old, new, target, preference)
            let (twice, _) = pages.merge(old, new, once, preference)
            return once == twice ? nil : "once \(once)\ntwice \(twice)"
        }
    }

    @Test(arguments: preferences) func whateverASideChanged_isInTheResultOrInAConflictWithBothVersions(
        _ preference: MergePreference
    ) throws {
        try check(4) { old, new, target in
            let (merged, conflicts) = pages.merge(old, new, target, preference)
            for (name, side, other) in [("new", new, target), ("target", target, new)] {
                let losses = Losses(old: old, side: side, other: other, merged: merged, conflicts: conflicts)
                if let lost = losses.first {
                    return "\(name) lost \(lost); merged \(merged); conflicts \(conflicts)"
                }
            }
            return nil
        }
    }
}

/// Finds changes of one side that are neither in the merged page nor covered by a conflict.
private struct Losses {
    let old: Page
    let side: Page
    let other: Page
    let merged: Page
    let conflicts: [MergeConflict]

    var first: String? {
        for code in Set(old.blocks.keys).union(side.blocks.keys).sorted() {
            let (was, has, now) = (old.blocks[code], side.blocks[code], merged.blocks[code])
            if was == has || has == now { continue }
            guard let has else {
                // Deleted on this side: it is gone, or its return is reported.
                if now != nil, !isCovered(code, "") { return "the deletion of \(code)" }
                continue
            }
            guard let now else {
                if !isCovered(code, "") { return "the whole block \(code)" }
                continue
            }
            let isNew = was == nil
            if let field = lostField(code, isNew ? [:] : rules(was), rules(has), rules(now)) { return field }
        }
        if old.data != side.data, side.data != merged.data,
            let field = lost(.object(old.data), .object(side.data), .object(merged.data), nil, "")
        {
            return field
        }
        return lostMove
    }

    /// A block in which every card with a rule on any side has a rule.
    private func rules(_ block: BlockResource?) -> JSONObject {
        guard let block else { return [:] }
        let all = [old, side, other].compactMap { $0.blocks[block.blockCode]?.cardRules.keys }
        let rules = Set(all.flatMap(\.self)).map { ($0, block.cardRules[$0] ?? .always) }
        var json = block.json
        json["cards"] = .object(BlockResource.json(Dictionary(rules, uniquingKeysWith: { $1 })))
        return json
    }

    private func lostField(_ code: String, _ was: JSONObject, _ has: JSONObject, _ merged: JSONObject) -> String? {
        lost(.object(was), .object(has), .object(merged), code, "")
    }

    /// The first member that the side changed and that neither the merged value nor a conflict has.
    private func lost(
        _ was: JSONValue?, _ has: JSONValue?, _ merged: JSONValue?, _ code: String?, _ pointer: String
    ) -> String? {
        if was == has || has == merged || isCovered(code, pointer) { return nil }
        if let has = has?.object, let merged = merged?.object {
            let was = was?.object ?? [:]
            for name in Set(was.keys).union(has.keys) {
                if let found = lost(was[name], has[name], merged[name], code, "\(pointer)/\(name)") { return found }
            }
            return nil
        }
        if pointer == "/content/cards", let has = has?.array, let merged = merged?.array {
            return lostCard(was?.array ?? [], has, merged, code, pointer)
        }
        return "\(code ?? "data") \(pointer)"
    }

    private func lostCard(
        _ was: [JSONValue], _ has: [JSONValue], _ merged: [JSONValue], _ code: String?, _ pointer: String
    ) -> String? {
        func ids(_ cards: [JSONValue]) -> [String: JSONValue] {
            Dictionary(cards.compactMap { card in CardIdentity.standard.id(of: card).map { ($0, card) } }) { first, _ in
                first
            }
        }
        func count(_ id: String, _ cards: [JSONValue]) -> Int { cards.count { CardIdentity.standard.id(of: $0) == id } }
        let (wasByID, hasByID, mergedByID) = (ids(was), ids(has), ids(merged))
        let others = code.flatMap { other.blocks[$0]?.content["cards"]?.array } ?? []
        let isNotified = conflicts.contains { $0.blockCode == code && $0.pointer.hasPrefix(pointer) }
        for id in Set(wasByID.keys).union(hasByID.keys) where wasByID[id] != hasByID[id] && !isNotified {
            // Removed on this side; the other side added another card with its id.
            if hasByID[id] == nil, count(id, others) > count(id, was) { continue }
            for name in ["t", "u"] where wasByID[id]?.object?[name] != hasByID[id]?.object?[name] {
                if mergedByID[id]?.object?[name] != hasByID[id]?.object?[name] {
                    return "\(pointer) card \(id) \(name)"
                }
            }
        }
        let isInPlace = Cards.areInPlace(has, of: was)
        for (index, card) in has.enumerated()
        where CardIdentity.standard.id(of: card) == nil && !was.contains(card) && !isNotified {
            // A card that was changed in place may also have the other side's members.
            let before = isInPlace ? was[index].object : nil
            let changed = (card.object ?? [:]).filter { before?[$0.key] != $0.value }
            let isThere = merged.contains { other in changed.allSatisfy { other.object?[$0.key] == $0.value } }
            if !isThere { return "\(pointer) card \(card)" }
        }
        return nil
    }

    /// If the other side left the order alone, the common blocks are in this side's order. A block whose new layout has
    /// another pin may have moved others.
    private var lostMove: String? {
        let pages = [old, side, other, merged]
        let common = Set(old.order).filter { code in pages.allSatisfy { $0.blocks[code] != nil } }
        let keepPins = common.allSatisfy { code in
            Set(pages.compactMap { $0.blocks[code]?.showType }.map { RandomPages.pins[$0] }).count == 1
        }
        func among(_ page: Page) -> [String] { page.order.filter(common.contains) }
        let isNotified = conflicts.contains { $0.pointer == MergeConflict.order }
        guard !isNotified, keepPins, among(other) == among(old) else { return nil }
        return among(merged) == among(side) ? nil : "a move: \(merged.order)"
    }

    private func isCovered(_ code: String?, _ pointer: String) -> Bool {
        conflicts.contains { $0.blockCode == code && pointer.hasPrefix($0.pointer) && $0.pointer != "/order" }
    }
}
