import CGlibc
import HomeBlocks
import NIOCore
import Publishing
import Testing

@testable import HomeBlocksServer

/// The counted size of variants must be their real size, or clients could fill the memory.
@Suite(.serialized, .timeLimit(.minutes(1))) struct VariantMemoryTests {
    static let users = 600

    enum Kind: CaseIterable {
        case shares, cards, languages

        var blocks: [JSONValue] {
            switch self {
            case .shares:
                (0..<20).map { block("s\($0)", ["audience": share($0), "content": content(10, 80)]) }
            case .cards:
                [
                    block(
                        "cards",
                        [
                            "content": content(1000, 40),
                            "cards": members((0..<1000).map { (String($0), rule($0 % 100)) }),
                        ])
                ]
            case .languages:
                (0..<4).map { number in
                    let patches = members(Self.tags.map { ($0, ["title": .string($0)]) })
                    return block(
                        "l\(number)",
                        ["audience": share(number), "content": content(20, 80), "localizations": patches])
                }
            }
        }

        private func block(_ code: String, _ own: JSONObject) -> JSONValue {
            .object(own.merging(["blockCode": .string(code), "showType": "T"], uniquingKeysWith: { $1 }))
        }

        private func members(_ list: [(String, JSONValue)]) -> JSONValue {
            .object(JSONObject(list, uniquingKeysWith: { $1 }))
        }

        private func rule(_ number: Int) -> JSONValue { ["audience": share(number)] }

        static let tags = "abcdefghij".flatMap { first in "abcde".map { "\(first)\($0)" } }

        private func share(_ seed: Int) -> JSONValue { ["percent": 50, "seed": .string("seed \(seed)")] }

        private func content(_ cards: Int, _ length: Int) -> JSONValue {
            let text = JSONValue.string(String(repeating: "t", count: length))
            return ["list": .array((0..<cards).map { number in ["id": JSONValue(number), "text": text] })]
        }
    }

    func page(_ kind: Kind, _ cache: VariantCache) throws -> ServedPage {
        let catalog = BlockTypeCatalog([
            try BlockType(
                showType: "T",
                json: ["type": "object", "x-homeblocks": ["data": ["/list"], "items": "/list", "itemId": "/id"]])
        ])
        let blocks = try kind.blocks.map { try BlockResource(checking: $0) }
        return ServedPage(of: blocks, catalog, cache: cache)
    }

    /// Reads the page as a user does: whole, compressed or not, and in parts.
    func read(_ page: ServedPage, _ user: Int) async throws {
        let now = Instant(milliseconds: Int64(user))
        let languages = [Kind.tags[user % Kind.tags.count]].compactMap { LanguageTag($0) }
        let reader = ReadRequest.Reader.client(ClientContext(locales: languages, uid: "user \(user)"))
        let variant = try await page.variant(for: reader, at: now)
        let timestamp = ResponseTimestamp(now)
        for coding in [ContentCoding.identity, user % 2 == 0 ? .gzip : .brotli] {
            _ = await variant.document.bytes(in: variant.document.coding(for: coding))
            for known in ["", variant.document.entityTag(coding)] {
                _ = Array(known.utf8).withUnsafeBufferPointer {
                    variant.document.prepared(
                        in: coding, known: known.isEmpty ? nil : UnsafeRawBufferPointer($0), isHead: false,
                        at: timestamp,
                        SharedSettings(ServerSettings()))
                }
            }
        }
        if user % 5 == 0, let code = variant.page.shown.keys.min() {
            _ = try variant.representation(of: .block(code))
        }
    }

    var allocated: Int {
        let facts = mallinfo2()
        return facts.uordblks + facts.hblkhd
    }

    @Test(arguments: Kind.allCases) func countedBytes_areThoseThatVariantsNeed(_ kind: Kind) async throws {
        let cache = VariantCache(maximumBytes: .max)
        let page = try page(kind, cache)
        try await read(page, Self.users)
        let (before, counted) = (allocated, cache.metrics.bytes)
        for user in 0..<Self.users { try await read(page, user) }
        let ratio = Double(allocated - before) / Double(cache.metrics.bytes - counted)
        #expect(cache.metrics.variants > 20)
        #expect(ratio <= 1.05, "\(kind): \(ratio) bytes are allocated for each that is counted")
        #expect(ratio >= 0.3, "\(kind): \(ratio) bytes are allocated for each that is counted")
    }
}
