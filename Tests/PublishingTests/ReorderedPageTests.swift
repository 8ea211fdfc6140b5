import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// Pages that reuse their sections after a reorder.
@Suite(.timeLimit(.minutes(1))) struct ReorderedPageTests {
    private let catalog: BlockTypeCatalog

    init() throws { catalog = try Project.catalog() }

    private func instant(_ generator: inout SeededGenerator) -> Instant {
        Instant(milliseconds: Int64.random(in: 0...20, using: &generator))
    }

    /// Sections with windows, audiences, and feeds whose lists expire.
    private func blocks(_ generator: inout SeededGenerator) throws -> [BlockResource] {
        try (0..<Int.random(in: 1...5, using: &generator)).map { number in
            let isFilled = Bool.random(using: &generator)
            let isEmpty = isFilled && Bool.random(using: &generator)
            var block = try BlockResource(checking: [
                "blockCode": .string("B\(number)"), "showType": "DEMO_GRID",
                "audience": Bool.random(using: &generator) ? ["platforms": ["ios"]] : .null,
                "content": [
                    "extInfo": ["list": isEmpty ? [] : [["id": JSONValue(number), "title": "a", "imageUrl": "/a.png"]]]
                ],
            ])
            if isFilled { block.source = .feed("songs", positions: []) }
            let window = [instant(&generator), instant(&generator)].sorted()
            if Bool.random(using: &generator) { block.visibility.from = window[0] }
            if Bool.random(using: &generator) { block.visibility.until = window[1] }
            return block
        }
    }

    private func page(_ blocks: [BlockResource], _ list: FeedList, at now: Instant) -> PublishedPage {
        let order = OrderState(page: "p", revision: 1, order: blocks.map(\.blockCode), changedBy: "", changedAt: now)
        let revision = LiveRevision(
            page: PageInfo(slug: "p", title: ""), number: 1, order: order, versions: [:], data: [:], nextRelease: nil)
        return PublishedPage(
            LivePage(own: revision, feeds: ["songs": list.version]),
            blocks: blocks.map { RenderedBlock($0, catalog, lists: ["songs": list], at: now) }, at: now)
    }

    @Test func aReorderedPage_equalsANewlyMadeOne_atEveryInstant() throws {
        var generator = SeededGenerator(seed: 31)
        var (kept, made) = (0, 0)
        for _ in 0..<3000 {
            let blocks = try blocks(&generator)
            let cards: [JSONValue] =
                Bool.random(using: &generator) ? [["id": 9, "title": "b", "imageUrl": "/b.png"]] : []
            let endsAt = Bool.random(using: &generator) ? instant(&generator) : nil
            func list(_ version: Int64) -> FeedList {
                FeedList(feed: "songs", showType: "DEMO_GRID", cards: cards, version: version, endsAt: endsAt)
            }
            let before = page(blocks, list(1), at: instant(&generator))
            let now = instant(&generator)
            let version: Int64 = Int.random(in: 0..<5, using: &generator) == 0 ? 2 : 1
            let rebuilt = page(blocks.shuffled(using: &generator), list(version), at: now)
            guard let reordered = before.reordered(rebuilt.live, at: now) else {
                made += 1
                continue
            }
            kept += 1
            #expect(reordered.changesAt == rebuilt.changesAt)
            #expect(reordered.rules == rebuilt.rules)
            for client in [ClientContext(), ClientContext(platform: .ios)] {
                let key = reordered.rules.key(for: client)
                let variant = reordered.variant(key, after: before.variant(key))
                try #require(variant.document() == rebuilt.variant(for: client).document())
                #expect(variant.pieces().tag == rebuilt.variant(for: client).pieces().tag)
            }
        }
        #expect(kept > 300 && made > 300)
    }
}
