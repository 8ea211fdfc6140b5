import Foundation
import HomeBlocks
import HomeBlocksClient

/// A news page as text: the items' kinds from the page, their details one by one through ``NewsStore``.
enum ShownNews {
    @MainActor static func load(
        _ document: Loaded<HomePage>, _ page: String?, from client: HomePageClient
    ) async throws(HomePageError) -> ([ShownSection], [String]) {
        let store = NewsStore(client: client, page: page)
        var (sections, faults): ([ShownSection], [String]) = ([], document.data.faults.map(\.description))
        for block in document.data.blocks {
            do throws(SectionFault) {
                let feed = try NewsFeed(block)
                sections.append(await section(feed, store))
            } catch {
                faults.append(error.description)
            }
        }
        return (sections, faults)
    }

    @MainActor private static func section(_ feed: NewsFeed, _ store: NewsStore) async -> ShownSection {
        var cards: [String] = []
        for entry in feed.entries {
            let cell = NewsLine()
            await cell.configure(for: entry, in: feed.id, from: store)
            cards.append(cell.text)
        }
        let size = CGSize(width: ShownPage.metrics.width, height: CGFloat(feed.entries.count) * NewsLine.height)
        return ShownSection(kind: "news", code: feed.id, heading: feed.heading.title, size: size, cards: cards)
    }
}
