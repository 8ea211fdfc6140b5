import HomeBlocks
import NIOCore
import Publishing
import Synchronization
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct VariantCacheTests {
    /// A page with one section for each language, so that each is a variant.
    func page(_ cache: VariantCache, languages: [String] = ["de", "en", "fr", "ja", "zh"]) throws -> ServedPage {
        let catalog = BlockTypeCatalog([
            try BlockType(showType: "T", json: ["type": "object", "x-homeblocks": ["data": ["/text"]]])
        ])
        let blocks = try languages.map { language in
            try BlockResource(
                checking: [
                    "blockCode": .string(language), "showType": "T", "audience": ["locales": [.string(language)]],
                    "content": ["text": .string(String(repeating: language, count: 500))],
                ])
        }
        return ServedPage(of: blocks, catalog, cache: cache)
    }

    func client(_ language: String) -> ReadRequest.Reader {
        .client(ClientContext(locales: [LanguageTag(language)].compactMap(\.self)))
    }

    @Test func concurrentRequests_getOneVariant_thatIsBuiltOnce() async throws {
        let cache = VariantCache()
        let page = try page(cache)
        let made = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask { try await page.variant(for: self.client("en"), at: Instant(milliseconds: 1)).id }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(made.count == 1)
        #expect(cache.metrics.variants == 1)
        #expect(page.ready(for: client("en-GB"), at: Instant(milliseconds: 2))?.id == made.first)
        #expect(page.ready(for: client("de"), at: Instant(milliseconds: 2)) == nil)
        #expect(page.ready(for: .anonymous, at: Instant(milliseconds: 2)) == nil)
    }

    @Test func overTheLimit_theLeastRecentlyUsedVariant_isEvicted() async throws {
        let languages = ["de", "en", "fr", "ja", "zh"]
        let weight = try await page(VariantCache()).variant(for: client("de"), at: Instant(milliseconds: 1)).weight
        let cache = VariantCache(maximumBytes: weight * 3 + 100)
        let page = try page(cache)
        for (number, language) in languages.prefix(3).enumerated() {
            _ = try await page.variant(for: client(language), at: Instant(milliseconds: Int64(number)))
        }
        #expect(page.ready(for: client("de"), at: Instant(milliseconds: 10)) != nil)
        _ = try await page.variant(for: client("ja"), at: Instant(milliseconds: 11))
        #expect(cache.metrics.evictions == 1 && cache.metrics.variants == 3)
        #expect(page.ready(for: client("en"), at: Instant(milliseconds: 12)) == nil)
        for kept in ["de", "fr", "ja"] {
            #expect(page.ready(for: client(kept), at: Instant(milliseconds: 12)) != nil, "\(kept)")
        }
        #expect(cache.metrics.bytes <= weight * 3 + 100)
    }

    @Test func compressedForms_count() async throws {
        let cache = VariantCache()
        let page = try page(cache)
        let variant = try await page.variant(for: client("de"), at: Instant(milliseconds: 1))
        let before = cache.metrics.bytes
        let size = await variant.document.bytes(in: .gzip)?.count ?? 0
        #expect(size > 0 && cache.metrics.bytes >= before + size)
        #expect(page.ready(for: client("de"), at: Instant(milliseconds: 2)) != nil)
    }

    @Test func aPageThatIsNoLongerServed_countsNoBytes() async throws {
        let cache = VariantCache()
        var page: ServedPage? = try page(cache)
        _ = try await page?.variant(for: client("de"), at: Instant(milliseconds: 1))
        #expect(cache.metrics.bytes > 0)
        page = nil
        #expect(cache.metrics.bytes == 0 && cache.metrics.variants == 0)
    }

    @Test func aNewVersion_hasRecentlyRequestedVariants_beforeItIsServed() async throws {
        let cache = VariantCache()
        let old = try page(cache)
        _ = try await old.variant(for: client("de"), at: Instant(milliseconds: 1000))
        let used = try await old.variant(for: client("en"), at: Instant(milliseconds: 100_000))
        _ = await used.document.bytes(in: .gzip)
        let new = try page(cache)
        await new.warm(like: old, at: Instant(milliseconds: 100_001))
        let now = Instant(milliseconds: 100_002)
        #expect(new.ready(for: client("de"), at: now) == nil)
        let variant = try #require(new.ready(for: client("en"), at: now))
        #expect(variant.id != used.id)
        #expect(variant.document.isReady(in: .gzip) && !variant.document.isReady(in: .brotli))
        let other = try page(cache, languages: ["en", "fr"])
        await other.warm(like: old, at: now)
        #expect(other.ready(for: client("en"), at: now) == nil)
    }

    @Test func aNewVersion_hasOnlyTheVariantsThatWereUsedMost() async throws {
        let cache = VariantCache()
        let old = try page(cache, languages: Self.manyLanguages)
        for (number, language) in Self.manyLanguages.enumerated() {
            // Each is used once, and every fourth one twice.
            for _ in 0..<(number % 4 == 0 ? 2 : 1) {
                _ = try await old.variant(for: client(language), at: Instant(milliseconds: 1000))
            }
        }
        let new = try page(cache, languages: Self.manyLanguages)
        let now = Instant(milliseconds: 1001)
        await new.warm(like: old, at: now)
        let built = Self.manyLanguages.map { new.ready(for: client($0), at: now) != nil }
        #expect(built.count { $0 } == 64)
        #expect(stride(from: 0, to: built.count, by: 4).allSatisfy { built[$0] })
    }

    static let manyLanguages = "abcdefghijklmnopqrstuvwxyz".flatMap { first in "abcdefgh".map { "\(first)\($0)" } }

    @Test func evictions_keepUsedVariants_whateverElseIsRead() async throws {
        let weight = try await page(VariantCache()).variant(for: client("de"), at: Instant(milliseconds: 1)).weight
        let cache = VariantCache(maximumBytes: weight * 30)
        let page = try page(cache, languages: Self.manyLanguages)
        let used = Self.manyLanguages.prefix(10)
        var now: Int64 = 0
        for language in used { _ = try await page.variant(for: client(language), at: Instant(milliseconds: now)) }
        for language in Self.manyLanguages.dropFirst(10) {
            now += 1
            _ = try await page.variant(for: client(language), at: Instant(milliseconds: now))
            for language in used {
                #expect(
                    page.ready(for: client(language), at: Instant(milliseconds: now)) != nil, "\(language) at \(now)")
            }
        }
        #expect(cache.metrics.bytes <= weight * 30 && cache.metrics.evictions > 150)
    }
}
