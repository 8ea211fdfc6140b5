import Publishing
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct CatalogueCacheTests {
    private let now = ContinuousClock.now

    private func key(_ text: String, set: Int = 0, of catalogue: String = "songs") throws -> CatalogueCache.Key {
        CatalogueCache.Key(set: set, catalogue: catalogue, query: try CatalogueQuery(text))
    }

    @Test func results_areKeptForTheirTime_andOnlyForTheirSearch() throws {
        var cache = CatalogueCache()
        cache.keep([1], for: try key("night"), at: now)
        #expect(cache.results(for: try key("night "), at: now + .seconds(9)) == [1])
        #expect(cache.results(for: try key("night"), at: now + CatalogueCache.time) == nil)
        for other in [try key("Night"), try key("night", set: 1), try key("night", of: "albums")] {
            #expect(cache.results(for: other, at: now) == nil)
        }
    }

    @Test func theOldestResults_areDropped_whenThereAreTooMany() throws {
        var cache = CatalogueCache()
        for number in 0...CatalogueCache.maximumEntries { cache.keep([7], for: try key("\(number)"), at: now) }
        #expect(cache.results(for: try key("0"), at: now) == nil)
        #expect(cache.results(for: try key("1"), at: now) == [7])
        let large = [UInt8](repeating: 0, count: CatalogueCache.maximumBytes)
        cache.keep(large, for: try key("large"), at: now)
        #expect(cache.results(for: try key("large"), at: now) == large)
        #expect(cache.results(for: try key("1"), at: now) == nil)
        cache.keep(large + [0], for: try key("too large"), at: now)
        #expect(cache.results(for: try key("too large"), at: now) == nil)
    }
}
