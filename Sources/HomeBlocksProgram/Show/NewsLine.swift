import Foundation
import HomeBlocks
import HomeBlocksClient

/// An item of a news page as a line of text: the cell of this list.
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
