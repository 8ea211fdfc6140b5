import HomeBlocks
import TestSupport

@testable import Publishing

/// A model of a page after each change, with full contents instead of revisions and trees.
struct DecisionModel {
    struct Draft {
        var page: Page
        var base: Page
        /// The number of the live content on which the draft is based.
        var baseNumber: Int
        var conflicts: [MergeConflict]
    }

    struct Plan {
        let id: Int64
        var at: Instant
        var page: Page
        var base: Page
        /// The number of the live content once the plan takes effect.
        let number: Int
    }

    let random: RandomPages
    private(set) var live: Page
    private var liveNumber = 0
    private var lastNumber = 0
    private(set) var draft: Draft?
    private(set) var plans: [Plan] = []

    init(_ random: RandomPages, live: Page) { (self.random, self.live) = (random, live) }

    private mutating func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Makes due plans live.
    mutating func advance(to now: Instant) {
        while let first = plans.first, first.at <= now {
            (live, liveNumber) = (first.page, first.number)
            plans.removeFirst()
        }
    }

    // MARK: Live

    /// Makes a live change, which is merged into everything else.
    mutating func setLive(_ new: Page) {
        let old = live
        bringUp()
        (live, liveNumber) = (new, newNumber())
        bringUp(.change)
        step(from: old, to: new, .change) { _ in true }
    }

    /// Merges a step into some plans.
    private mutating func step(
        from old: Page, to new: Page, _ preference: MergePreference, where isAffected: (Plan) -> Bool
    ) {
        var base = new
        for index in plans.indices where isAffected(plans[index]) {
            plans[index].page = random.merge(old, new, plans[index].page, preference).page
            plans[index].base = base
            base = plans[index].page
        }
    }

    // MARK: The draft

    mutating func bringUp(_ preference: MergePreference = .target) {
        guard var present = draft else { return }
        if present.baseNumber != liveNumber {
            let merged = random.merge(present.base, live, present.page, preference)
            present = Draft(
                page: merged.page, base: live, baseNumber: liveNumber,
                conflicts: present.conflicts.adding(merged.conflicts))
        }
        keep(present)
    }

    private mutating func keep(_ new: Draft) { draft = new.conflicts.isEmpty && new.page == live ? nil : new }

    var stage: Page { draft?.page ?? live }

    mutating func setDraft(_ new: Page, conflicts: [MergeConflict]) {
        keep(Draft(page: new, base: live, baseNumber: liveNumber, conflicts: conflicts))
    }

    mutating func discard() { draft = nil }

    // MARK: Publishing

    /// - Parameters:
    /// - id: the id of the release.
    /// - instant: nil for now.
    mutating func publish(_ id: Int64, at instant: Instant?, only: ChangeSelection?) {
        bringUp()
        guard let draft else { return }
        self.draft = nil
        let before = instant.flatMap { at in plans.last { ($0.at, $0.id) < (at, .max) }?.page } ?? live
        var content = draft.page
        if let instant, plans.contains(where: { ($0.at, $0.id) < (instant, .max) }) {
            content = random.merge(draft.base, before, content, .target).page
        }
        if let only { content = making(only, from: before, to: content) }
        let published = live
        if let instant {
            let plan = Plan(id: id, at: instant, page: content, base: before, number: newNumber())
            plans.insert(plan, at: plans.firstIndex { ($0.at, $0.id) > (instant, id) } ?? plans.endIndex)
        } else {
            (live, liveNumber) = (content, newNumber())
        }
        if let only {
            let rest = instant == nil ? draft.page : making(only, from: draft.page, to: published)
            setDraft(rest, conflicts: draft.conflicts.filter { !only.covers($0) })
        }
        step(from: before, to: content, instant == nil ? .change : .target) { plan in
            instant.map { (plan.at, plan.id) > ($0, id) } ?? true
        }
    }

    func making(_ selection: ChangeSelection, from old: Page, to new: Page) -> Page {
        let difference = random.difference(old, new)
        return old.applying(
            difference.edit(
                making: selection, layouts: old.blocks.mapValues(\.showType), catalog: random.catalog))
    }

    // MARK: Plans

    mutating func cancel(_ id: Int64, intoDraft: Bool) {
        guard let index = plans.firstIndex(where: { $0.id == id }) else { return }
        let plan = plans.remove(at: index)
        step(from: plan.page, to: plan.base, .target) { ($0.at, $0.id) > (plan.at, id) }
        guard intoDraft else { return }
        bringUp()
        let difference = random.difference(plan.base, plan.page).adding(blocksMissingFrom: stage.order)
        let merged = random.merge(difference, into: stage, .change)
        setDraft(merged.page, conflicts: (draft?.conflicts ?? []).adding(merged.conflicts))
    }

    mutating func move(_ id: Int64, to instant: Instant) {
        guard let index = plans.firstIndex(where: { $0.id == id }) else { return }
        var plan = plans[index]
        let passes = plans.contains { other in
            other.id != id && ((other.at, other.id) < (plan.at, id)) != ((other.at, other.id) < (instant, id))
        }
        guard passes else {
            plans[index].at = instant
            return
        }
        plans.remove(at: index)
        step(from: plan.page, to: plan.base, .target) { ($0.at, $0.id) > (plan.at, id) }
        let before = plans.last { ($0.at, $0.id) < (instant, id) }?.page ?? live
        plan.page = random.merge(plan.base, before, plan.page, .target).page
        (plan.base, plan.at) = (before, instant)
        plans.insert(plan, at: plans.firstIndex { ($0.at, $0.id) > (instant, id) } ?? plans.endIndex)
        let moved = plan.page
        step(from: before, to: moved, .target) { ($0.at, $0.id) > (instant, id) }
    }
}

extension Page {
    func applying(_ edit: SnapshotEdit) -> Page {
        var page = self
        for code in edit.removed { page.blocks[code] = nil }
        for block in edit.put { page.blocks[block.blockCode] = block }
        page.order = edit.order
        page.data = edit.data ?? data
        return page
    }
}

extension RandomPages {
    func difference(_ old: Page, _ new: Page) -> RevisionDifference {
        let changed = Set(old.blocks.keys).union(new.blocks.keys).filter { old.blocks[$0] != new.blocks[$0] }
        return RevisionDifference(
            oldOrder: old.order, newOrder: new.order,
            blocks: changed.map { RevisionDifference.Block($0, old: old.blocks[$0], new: new.blocks[$0]) },
            oldData: old.data, newData: new.data)
    }
}
