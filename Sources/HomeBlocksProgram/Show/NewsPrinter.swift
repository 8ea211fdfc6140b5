import Foundation
import HomeBlocks
import HomeBlocksClient

/// A news page as text: the items' kinds from the page, their details one by one, through ``NewsViewModel``.
enum NewsPrinter {
    @MainActor static func load(
        _ page: String?, from client: HomePageClient
    ) async throws(HomePageError) -> ([SectionPrinter], [String]) {
        let model = NewsViewModel(client: client, page: page)
        await model.refresh()
        if case .failed(let error, _) = model.state { throw error }
        var sections: [SectionPrinter] = []
        for feed in model.feeds { sections.append(await section(feed, model.store)) }
        return (sections, model.state.content?.faults.map(\.description) ?? [])
    }

    @MainActor private static func section(_ feed: NewsFeed, _ store: NewsStore) async -> SectionPrinter {
        var cards: [String] = []
        for entry in feed.entries {
            let cell = NewsLine()
            await cell.configure(for: entry, from: store)?.value
            cards.append(cell.text)
        }
        let size = CGSize(width: PagePrinter.metrics.width, height: CGFloat(feed.entries.count) * NewsLine.height)
        return SectionPrinter(kind: "news", code: feed.id, heading: feed.heading.title, size: size, cards: cards)
    }
}
