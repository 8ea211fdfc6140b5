import Foundation
import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Random sequences of defining, using, changing, deleting, publishing, planning and restoring on two pages, compared
/// with a model of the audiences in each state of each page. `HOMEBLOCKS_AUDIENCE_STEPS` is the number of steps.
@Suite(.timeLimit(.minutes(10)), .everyEngine) struct NamedAudienceModelTests {
    @Test(arguments: [1, 2] as [UInt64]) func everyState_isThatOfTheModel(_ seed: UInt64) async throws {
        let steps = ProcessInfo.processInfo.environment["HOMEBLOCKS_AUDIENCE_STEPS"].flatMap { Int($0) } ?? 40
        let run = try await ModelRun(seed: seed)
        for step in 0..<steps { try await run.step(step) }
        #expect(run.changes >= steps / 40)
    }
}

/// The audience of each block of a page; nil for everybody.
private typealias Content = [String: Audience?]

private struct ModelPage {
    var live: Content
    /// The live content on which the draft is based, and the draft's content.
    var draft: (base: Content, own: Content)?
    var plans: [(id: Int64, at: Instant, content: Content)] = []
    /// The live content by revision.
    var history: [Int: Content] = [:]

    /// The draft as operators see it.
    var presentDraft: Content? { draft.map { Self.merge($0.base, live, onto: $0.own, prefersChange: false) } }

    static func merge(_ old: Content, _ new: Content, onto own: Content, prefersChange: Bool) -> Content {
        var merged = own
        for (code, value) in own {
            let (before, after) = (old[code] ?? nil, new[code] ?? nil)
            if before != after, value == before || prefersChange { merged[code] = .some(after) }
        }
        return merged
    }

    /// Makes a live change, which is also merged into the draft and the plans.
    mutating func setLive(_ new: Content) {
        let old = live
        if let draft = presentDraft {
            self.draft = (new, Self.merge(old, new, onto: draft, prefersChange: true))
        }
        for index in plans.indices {
            plans[index].content = Self.merge(old, new, onto: plans[index].content, prefersChange: true)
        }
        live = new
    }
}

/// A sequence of steps, each made in the store and in the model.
private final class ModelRun {
    private let fixture: StoreFixture
    private let store: any PageStore
    private let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))
    private var generator: SeededGenerator
    private var pages: [String: ModelPage] = [:]
    private var named: [String: Audience] = [:]
    /// The number of audience changes that affected a page.
    private(set) var changes = 0

    private static let codes = ["wallet", "otc", "middleAd"]
    private static let names = ["one", "two", "three"]
    private static let platforms: [Platform] = [.ios, .android, .web]

    init(seed: UInt64) async throws {
        generator = SeededGenerator(seed: seed)
        fixture = try StoreFixture()
        store = fixture.store
        for slug in ["left", "right"] {
            var document = try Project.page("mall")
            document.blocks.removeAll { !Self.codes.contains($0.blockCode) }
            _ = try await store.importPage(PageImport(page: slug, document: document), ada)
            let content = Content(uniqueKeysWithValues: Self.codes.map { ($0, Audience?.none) })
            pages[slug] = ModelPage(live: content, history: [1: content])
        }
    }

    private func pick<Value>(_ values: [Value]) throws -> Value {
        try #require(values.randomElement(using: &generator))
    }

    private var now: Instant { fixture.time.clock.now }

    func step(_ number: Int) async throws {
        let slug = try pick(["left", "right"])
        let page = try #require(pages[slug])
        switch Int.random(in: 0..<16, using: &generator) {
        case 0, 1: try await define(try pick(Self.names))
        case 2...4: try await redefine(try pick(Self.names))
        case 5: try await delete(try pick(Self.names))
        case 6...8: try await use(slug, page, .live)
        case 9...11: try await use(slug, page, .draft)
        case 12: try await publish(slug, page, isPlanned: false)
        case 13: try await publish(slug, page, isPlanned: true)
        case 14: try await restore(slug, page)
        default: advance()
        }
        for slug in pages.keys { try await check(slug, step: number) }
        fixture.time.advance(seconds: 1)
        takeEffect()
    }

    // MARK: Audiences

    private func plan(_ name: String) throws -> AudiencePlan {
        let platform = try pick(Self.platforms).rawValue
        return try AudiencePlan(json: ["name": .string(name), "audience": ["platforms": [.string(platform)]]])
    }

    private func conditions(_ plan: AudiencePlan) -> Audience {
        var audience = plan.audience
        audience.name = plan.name
        return audience
    }

    /// The error of a rejected change; nil if it was made.
    private func refusal(_ change: () async throws -> Void) async throws -> PublishingError? {
        do {
            try await change()
            return nil
        } catch {
            guard let error = error as? PublishingError else { throw error }
            return error
        }
    }

    private func define(_ name: String) async throws {
        let plan = try plan(name)
        let refusal = try await refusal { _ = try await store.createAudience(plan, ada) }
        #expect((refusal == nil) == (named[name] == nil))
        if refusal == nil { named[name] = conditions(plan) }
    }

    private func redefine(_ name: String) async throws {
        let plan = try plan(name)
        guard named[name] != nil else {
            await #expect(throws: PublishingError.self) {
                try await store.changeAudience(plan, isDryRun: false, ada)
            }
            return
        }
        let new = conditions(plan)
        var expected: Set<String> = []
        // A draft that equals live is removed, unless it has conflicts.
        var removable: Set<String> = []
        let isChanged = named[name] != new
        named[name] = new
        for (slug, page) in pages where isChanged {
            var page = page
            func renew(_ content: inout Content, _ state: String) -> Bool {
                let old = content
                content = content.mapValues { $0?.name == name ? new : $0 }
                if content != old { expected.insert("\(slug) \(state)") }
                return content != old
            }
            let isDraftNamed = page.draft?.own.values.contains { $0?.name == name && $0 != new } ?? false
            let draft = page.presentDraft
            let isLive = renew(&page.live, "live")
            if var own = draft, isDraftNamed || isLive {
                _ = renew(&own, "draft")
                page.draft = (page.live, own)
                if own == page.live { removable.insert("\(slug) draft") }
            }
            for index in page.plans.indices {
                _ = renew(&page.plans[index].content, "release \(page.plans[index].id)")
            }
            pages[slug] = page
        }
        let before = try await numbers()
        let outcome = try await store.changeAudience(plan, isDryRun: false, ada)
        let renewed = outcome.renewed.map { "\($0.page) \($0.state)" }
        #expect(Set(renewed).union(removable.intersection(expected)) == expected)
        #expect(Set(renewed).count == renewed.count)
        for slug in pages.keys where removable.intersection(expected).contains("\(slug) draft") {
            let isKept = try await store.draftDifference(slug).draft != nil
            #expect(renewed.contains("\(slug) draft") == isKept)
        }
        for (slug, number) in try await numbers() {
            let isLive = expected.contains("\(slug) live")
            // One live revision, or none if nothing changed.
            #expect((number != before[slug]) == isLive)
            if isLive {
                let live = pages[slug]?.live
                pages[slug]?.history[number] = live
            }
        }
        if !expected.isEmpty { changes += 1 }
    }

    private func numbers() async throws -> [String: Int] {
        var numbers: [String: Int] = [:]
        for slug in pages.keys { numbers[slug] = try await store.revision(slug, .live).number }
        return numbers
    }

    private func delete(_ name: String) async throws {
        let contents = pages.values.flatMap { page in
            [page.live, page.draft?.own].compactMap(\.self) + page.plans.map(\.content)
        }
        let isUsed = contents.contains { $0.values.contains { $0?.name == name } }
        switch try await refusal({ _ = try await store.deleteAudience(name, ada) }) {
        case nil:
            #expect(!isUsed && named[name] != nil)
            named[name] = nil
        case .conflict: #expect(isUsed)
        case .notFound: #expect(named[name] == nil)
        case let other?: throw other
        }
    }

    // MARK: Pages

    private func use(_ slug: String, _ page: ModelPage, _ stage: Stage) async throws {
        let code = try pick(Self.codes)
        var block = try await store.blockState(code, of: slug, stage).block
        let name = try pick(Self.names + ["", ""])
        if name.isEmpty {
            block.audience = Bool.random(using: &generator) ? nil : Audience(platforms: [.web])
        } else {
            block.audience = Audience(name: name)
        }
        let operation: PageOperation =
            !name.isEmpty && Bool.random(using: &generator)
            ? .patch(code, ["audience": ["name": .string(name)]]) : .replace(block)
        let content = stage == .live ? page.live : page.presentDraft ?? page.live
        let old = content[code] ?? nil
        var new = name.isEmpty ? block.audience : named[name]
        // A patch that changes nothing keeps the audience of a restored revision.
        if case .patch = operation, old?.name == name { new = old }
        let refusal = try await refusal { _ = try await store.change(PageChange(slug, stage, operation), ada) }
        if let refusal {
            guard case .invalid(let input) = refusal else { throw refusal }
            #expect(input.issues.map(\.pointer.description) == ["/audience/name"])
            #expect(!name.isEmpty && named[name] == nil)
            return
        }
        try #require(name.isEmpty || new != nil)
        if old == new {
            // Even the rejected attempt has rebased the draft on live.
            if stage == .draft, page.draft != nil { pages[slug]?.draft = (page.live, content) }
            return
        }
        var changed = content
        changed[code] = .some(new)
        if stage == .live {
            pages[slug]?.setLive(changed)
            try await remember(slug)
        } else {
            pages[slug]?.draft = (page.live, changed)
        }
    }

    private func remember(_ slug: String) async throws {
        let number = try await store.revision(slug, .live).number
        let live = pages[slug]?.live
        pages[slug]?.history[number] = live
    }

    private func publish(_ slug: String, _ page: ModelPage, isPlanned: Bool) async throws {
        guard let draft = page.draft, try await store.draftDifference(slug).draft != nil else { return }
        var page = page
        page.draft = nil
        if isPlanned {
            let at = (page.plans.last?.at ?? now).adding(seconds: Int.random(in: 3...20, using: &generator))
            let before = page.plans.last?.content ?? page.live
            let content = ModelPage.merge(draft.base, before, onto: draft.own, prefersChange: false)
            let release = try await store.publish(slug, Publication(at: at), ada).release
            page.plans.append((release.id, at, content))
            pages[slug] = page
        } else {
            let content = ModelPage.merge(draft.base, page.live, onto: draft.own, prefersChange: false)
            _ = try await store.publish(slug, Publication(at: nil), ada)
            page.setLive(content)
            pages[slug] = page
            try await remember(slug)
        }
    }

    private func restore(_ slug: String, _ page: ModelPage) async throws {
        let number = try pick(page.history.keys.sorted())
        _ = try await store.restore(slug, number: number, message: "", ada)
        let content = try #require(page.history[number])
        pages[slug]?.setLive(content)
        try await remember(slug)
    }

    private func advance() { fixture.time.advance(seconds: Int.random(in: 1...15, using: &generator)) }

    /// Makes due plans live.
    private func takeEffect() {
        for slug in pages.keys {
            while let plan = pages[slug]?.plans.first, plan.at <= now {
                pages[slug]?.plans.removeFirst()
                pages[slug]?.live = plan.content
            }
        }
    }

    private func check(_ slug: String, step: Int) async throws {
        takeEffect()
        let page = try #require(pages[slug])
        let comment: Comment = "\(slug), step \(step)"
        try #require(try await content(slug, .live) == page.live, comment)
        try #require(try await content(slug, .draft) == page.presentDraft ?? page.live, comment)
        for plan in page.plans {
            let shown = try await store.shown(slug, asOf: plan.at).shown
            let blocks = try await store.blocks(Set(shown.versions.values)).values
            let content = Content(uniqueKeysWithValues: blocks.map { ($0.blockCode, $0.audience) })
            try #require(content == plan.content, comment)
        }
        // A draft that is equal to live only exists while it has a conflict.
        if let draft = try await store.draftDifference(slug).draft {
            try #require(page.draft != nil, comment)
            try #require(page.presentDraft != page.live || !draft.conflicts.isEmpty, comment)
        } else {
            try #require(page.presentDraft ?? page.live == page.live, comment)
        }
        // Plans that took effect are in the history, too.
        try await remember(slug)
    }

    private func content(_ slug: String, _ stage: Stage) async throws -> Content {
        let states = try await store.blockStates(slug, stage)
        return Content(uniqueKeysWithValues: states.map { ($0.block.blockCode, $0.block.audience) })
    }
}
