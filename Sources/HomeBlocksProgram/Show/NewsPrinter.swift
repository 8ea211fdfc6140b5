import Foundation
import HomeBlocks
import HomeBlocksClient

/// A news page as text: the items' kinds from the page, their details one by one, through ``NewsViewModel``.
enum NewsPrinter {
    @MainActor static func load(
        _ page: String?, from client: any HomePageFetching
    ) async throws(HomePageError) -> ([SectionPrinter], [String]) {
        let model = NewsViewModel(client: client, page: page)
        await model.refresh()
        if case .failed(let error, _) = model.state { throw error }
        var sections: [SectionPrinter] = []
        for feed in model.feeds { sections.append(await section(feed, model.store)) }
        return (sections, model.state.content?.issues.map(\.description) ?? [])
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

/// An item of a news page as a line of text: the list's cell.
@MainActor final class NewsLine: NewsPresentable {
    nonisolated static let height: CGFloat = 96
    var entry: NewsEntry?
    private(set) var text = ""

    func prepare(for item: NewsItem) { text = "…" }

    func present(_ detail: NewsDetail) {
        let sign =
            switch detail {
            case .trailer: "▶"
            case .review: "★"
            case .playthrough: "◉"
            }
        text = "\(sign) \(detail.title)  \(detail.caption)"
    }

    func presentFailure(_ error: HomePageError) { text = "⚠ \(ErrorText.describe(error))" }
}
