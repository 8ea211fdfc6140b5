import HomeBlocks
import NIOCore
import Publishing
import TestSupport
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct ResponseBytesTests {
    private static let noon = Instant(milliseconds: 1_800_000_000_000)

    /// The page for an unknown client.
    private func variant(_ blocks: [RenderedBlock], title: String = "") -> PageVariant {
        let order = OrderState(
            page: "p", revision: 1, order: blocks.map(\.code), changedBy: "", changedAt: Self.noon)
        let revision = LiveRevision(
            page: PageInfo(slug: "p", title: ""), number: 1, order: order, versions: [:],
            data: ["exposedResource": .string(title)], nextRelease: nil)
        return PublishedPage(LivePage(own: revision), blocks: blocks, at: Self.noon).variant(for: ClientContext())
    }

    private func block(_ code: String, text: Int, _ catalog: BlockTypeCatalog) -> RenderedBlock {
        let words = String(repeating: "text \(text) ", count: 40 + text % 300)
        return RenderedBlock(
            BlockResource(
                blockCode: code, showType: "MALL_AD",
                content: ["extInfo": ["list": [["id": JSONValue(text), "title": .string(words)]]]]), catalog)
    }

    private func address(_ buffer: ByteBuffer) -> UnsafeRawPointer? {
        buffer.withUnsafeReadableBytes { $0.baseAddress }
    }

    /// The number of buffers that are not in the earlier bytes.
    private func newCount(_ bytes: ResponseBytes, since earlier: ResponseBytes) -> Int {
        let known = Set(earlier.buffers.map(address))
        return bytes.buffers.count { !known.contains(address($0)) }
    }

    @Test(arguments: 1...4) func versionsOfALargePage_areTheDocument_andShareUnchangedBuffers(seed: UInt64) throws {
        let catalog = try Project.catalog()
        var generator = SeededGenerator(seed: seed)
        var blocks = (0..<200).map { block("B\($0)", text: Int.random(in: 0..<10_000, using: &generator), catalog) }
        var title = ""
        var earlier = ResponseBytes(variant(blocks).pieces().document, like: nil)
        try #require(earlier.buffers.count > 4)
        for step in 0..<40 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: blocks.swapAt(0, Int.random(in: 0..<blocks.count, using: &generator))
            case 1: blocks.remove(at: Int.random(in: 0..<blocks.count, using: &generator))
            case 2:
                blocks.insert(
                    block("N\(step)", text: step, catalog), at: Int.random(in: 0...blocks.count, using: &generator))
            case 3:
                let place = Int.random(in: 0..<blocks.count, using: &generator)
                blocks[place] = block(blocks[place].code, text: Int.random(in: 0..<10_000, using: &generator), catalog)
            default: title = "title \(step)"
            }
            let next = variant(blocks, title: title)
            let bytes = ResponseBytes(next.pieces().document, like: earlier)
            #expect(Array(bytes.joined.readableBytesView) == next.document())
            #expect(bytes.count == next.document().count)
            // A section that starts a piece joins or splits two others, at both positions of a move.
            #expect(newCount(bytes, since: earlier) <= 7)
            earlier = bytes
        }
    }

    @Test func aPageWithoutSections_andOneThatIsSmall_areOneBuffer() throws {
        let catalog = try Project.catalog()
        for blocks in [[], [block("A", text: 1, catalog)], (0..<5).map { block("B\($0)", text: $0, catalog) }] {
            let variant = variant(blocks)
            let bytes = ResponseBytes(variant.pieces().document, like: nil)
            #expect(bytes.buffers.count == 1)
            #expect(Array(bytes.joined.readableBytesView) == variant.document())
        }
    }
}
