import Foundation
import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// Random changes, drafts, publications, plans and rollbacks, decided without a database and compared with a model that
/// has full contents. `HOMEBLOCKS_DECISION_STEPS` is the number of steps of each sequence.
@Suite(.timeLimit(.minutes(60))) struct DecisionModelTests {
    private static let steps =
        ProcessInfo.processInfo.environment["HOMEBLOCKS_DECISION_STEPS"].flatMap { Int($0) } ?? 1000

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func everyState_isThatOfTheModel(_ seed: UInt64) throws {
        let steps = Self.steps
        var done = 0
        // Starts with a new page every 500 steps, because the history is kept in memory.
        while done < steps {
            var run = try DecisionRun(seed: seed &* 1_000_003 &+ UInt64(done))
            for _ in 0..<min(500, steps - done) {
                try run.step()
                try run.check()
            }
            #expect(run.changes > 20)
            done += 500
        }
    }
}

/// A sequence of steps, each made by decisions and in the model.
private struct DecisionRun {
    private let random: RandomPages
    private var page: MemoryPage
    private var model: DecisionModel
    private var generator: SeededGenerator
    private var now = Instant(milliseconds: 1_800_000_000_000)
    private var trail: [String] = []
    /// The number of decisions that were not rejected.
    private(set) var changes = 0
    private let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init(seed: UInt64) throws {
        random = try RandomPages()
        generator = SeededGenerator(seed: seed)
        page = MemoryPage(random.catalog)
        let blocks = ["A", "B", "C"].map { BlockResource(blockCode: $0, showType: "PLAIN", content: ["t": 0]) }
        let document = PageDocument(blocks: blocks)
        let context = ada
        _ = try page.change(at: now) {
            try $0.importPage(PageImport(page: "p", document: document), .import, isNew: false, context)
        }
        model = DecisionModel(random, live: try page.content(1))
    }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    mutating func step() throws {
        now = now.adding(seconds: number(0..<3))
        model.advance(to: now)
        switch number(0..<20) {
        case 0..<5: try change(.live)
        case 5..<11: try change(.draft)
        case 11, 12: try publish(at: nil)
        case 13, 14: try publish(at: now.adding(seconds: number(1..<40)))
        case 15: try discard()
        case 16: try restore()
        case 17: try restoreIntoDraft()
        case 18: try cancel()
        default: try move()
        }
    }

    /// Makes a change by a decision.
    ///
    /// - Returns: nil if it was rejected.
    private mutating func decide<Outcome>(
        _ name: String, _ decide: (inout PageTransaction) throws -> Outcome
    ) throws -> Outcome? {
        trail.append(name)
        do {
            let outcome = try page.change(at: now, decide)
            changes += 1
            return outcome
        } catch is PublishingError {
            trail.append("  was refused")
            return nil
        }
    }

    private mutating func change(_ stage: Stage) throws {
        // A rejected change leaves the draft unchanged.
        var present = model
        if stage == .draft { present.bringUp() }
        let content = stage == .live ? present.live : present.stage
        let operation = operation(content)
        let (change, context) = (PageChange("p", stage, operation), ada)
        guard try decide("\(stage) \(operation)", { try $0.change(change, context) }) != nil else { return }
        model = present
        let state = PageContent(
            page: page.page,
            order: OrderState(page: "p", revision: 1, order: content.order, changedBy: "", changedAt: now),
            tree: PageTree(
                entries: content.blocks.mapValues { block in
                    TreeEntry(
                        version: BlockVersionID(1), showType: block.showType, size: 1, since: 1,
                        changed: Authorship(by: "", at: now))
                }),
            block: operation.blockCode.flatMap { content.blocks[$0] }.map {
                BlockState($0, revision: 1, changedBy: "", changedAt: now)
            }, catalog: random.catalog)
        let new = content.applying(try operation.applied(to: state))
        if new == content { return }
        if stage == .live { return model.setLive(new) }
        model.setDraft(new, conflicts: (model.draft?.conflicts ?? []).open(afterChangeOf: operation.blockCode))
    }

    private mutating func operation(_ content: Page) -> PageOperation {
        let code = ["A", "B", "C", "D", "E", "F"][number(0..<6)]
        switch number(0..<6) {
        case 0: return .delete(code)
        case 1, 2:
            return .create(
                BlockResource(blockCode: code, showType: "PLAIN", content: ["t": JSONValue(number(0..<3))]), .start)
        case 3: return .patch(code, ["content": ["u": JSONValue(number(0..<3))]])
        case 4: return .patch(code, ["content": ["t": JSONValue(number(0..<3))]])
        default:
            guard let block = content.order.randomElement(using: &generator) else { return .delete(code) }
            return .order(.moves([Move(block, to: [.start, .end][number(0..<2)])]))
        }
    }

    private mutating func publish(at instant: Instant?) throws {
        var only: ChangeSelection?
        if number(0..<3) == 0 {
            var draft = model
            draft.bringUp()
            let difference = random.difference(draft.live, draft.stage)
            let blocks = difference.blocks.map(\.code).filter { _ in number(0..<2) == 0 }
            only = ChangeSelection(blocks: blocks, order: difference.hasMoves && number(0..<2) == 0)
            if only == ChangeSelection() { only = nil }
        }
        let (publication, context) = (Publication(at: instant, only: only), ada)
        let outcome = try decide("publish at \(instant?.rfc3339 ?? "now"), \(String(describing: only))") {
            try $0.publish(publication, context)
        }
        if let outcome {
            model.publish(outcome.release.id, at: instant, only: only)
        } else {
            var draft = model
            draft.bringUp()
            #expect(draft.draft == nil || instant != nil, "refused: \(trail.suffix(20))")
        }
    }

    private mutating func discard() throws {
        let context = ada
        if try decide("discard", { try $0.discardDraft(context) }) != nil { model.discard() }
    }

    private mutating func old() throws -> (number: Int, page: Page) {
        let number = try #require(page.revisions.keys.sorted().randomElement(using: &generator))
        return (number, try page.content(number))
    }

    private mutating func restore() throws {
        let (old, context) = (try old(), ada)
        if try decide("restore \(old.number)", { try $0.restore(old.number, message: "", context) }) != nil {
            model.setLive(old.page)
        }
    }

    private mutating func restoreIntoDraft() throws {
        let (old, context) = (try old(), ada)
        let restoration = DraftRestoration(revision: old.number)
        var present = model
        present.bringUp()
        let difference = random.difference(present.stage, old.page)
        guard
            try decide("restore \(old.number) into the draft", { try $0.restoreIntoDraft(restoration, context) }) != nil
        else { return }
        model = present
        let all = ChangeSelection(allOf: difference)
        model.setDraft(old.page, conflicts: (model.draft?.conflicts ?? []).filter { !all.covers($0) })
    }

    private mutating func cancel() throws {
        guard let plan = model.plans.randomElement(using: &generator) else { return }
        let (intoDraft, context) = (number(0..<2) == 0, ada)
        let outcome = try decide("cancel \(plan.id), into the draft: \(intoDraft)") {
            try $0.cancelRelease(plan.id, intoDraft: intoDraft, context)
        }
        #expect(outcome != nil, "\(trail.suffix(20))")
        model.cancel(plan.id, intoDraft: intoDraft)
    }

    private mutating func move() throws {
        guard let plan = model.plans.randomElement(using: &generator) else { return }
        let (instant, context) = (now.adding(seconds: number(1..<40)), ada)
        let outcome = try decide("move \(plan.id) to \(instant.rfc3339)") {
            try $0.changeRelease(plan.id, ReleaseChange(at: instant), context)
        }
        #expect(outcome != nil, "\(trail.suffix(20))")
        model.move(plan.id, to: instant)
    }

    // MARK: Comparing

    func check() throws {
        let comment = Comment(rawValue: "after\n" + trail.suffix(12).joined(separator: "\n"))
        let live = try page.live(at: now)
        try #require(try page.content(live) == model.live, comment)
        // An outdated draft is rebased by the next change.
        var (present, copy) = (model, page)
        present.bringUp()
        let draft = try copy.change(at: now) { page -> (revision: Int, conflicts: [MergeConflict])? in
            _ = try page.mergeLiveIntoDraft()
            return page.draft.map { ($0.revision, $0.conflicts) }
        }
        try #require(try draft.map { try copy.content($0.revision) } == present.draft?.page, comment)
        try #require(draft?.conflicts ?? [] == present.draft?.conflicts ?? [], comment)
        let plans = try page.plans(at: now)
        try #require(plans.map(\.id) == model.plans.map(\.id), comment)
        try #require(plans.map(\.at) == model.plans.map(\.at), comment)
        try #require(try plans.map { try page.content($0.revision) } == model.plans.map(\.page), comment)
        try #require(try plans.map { try page.content(try #require($0.base)) } == model.plans.map(\.base), comment)
    }
}
