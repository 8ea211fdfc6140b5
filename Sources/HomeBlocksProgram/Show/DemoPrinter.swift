import Foundation
import HomeBlocks
import HomeBlocksClient

/// The demonstration page as text: a list of parts, each filled by its own request, through ``ListManager``.
enum DemoPrinter {
    private static let cellsInRow: CGFloat = 4
    private static let cellHeight: CGFloat = 96

    @MainActor static func load(
        _ page: String?, from client: any HomePageFetching
    ) async throws(HomePageError) -> ([SectionPrinter], [String]) {
        let list = ListManager<DemoItem>()
        list.register(
            try await client.sort(of: page).order.map { code in
                CollectionManager(code) { try DemoItem.items(of: try await client.block(code, of: page).value) }
            })
        await list.finish()
        var (sections, issues): ([SectionPrinter], [String]) = ([], [])
        for part in list.collections {
            switch part.state {
            case .failed(let error as HomePageError): if !error.isNotFound { issues.append(describe(part.id, error)) }
            case .failed(let error): issues.append("\(error)")
            default: if !part.items.isEmpty { sections.append(section(part)) }
            }
        }
        return (sections, issues)
    }

    private static func describe(_ code: String, _ error: HomePageError) -> String {
        "\(code): \(ErrorText.describe(error))"
    }

    private static func section(_ part: CollectionManager<DemoItem>) -> SectionPrinter {
        let width = PagePrinter.metrics.width
        var (height, cells, cards): (CGFloat, CGFloat, [String]) = (0, 0, [])
        for item in part.items {
            switch item {
            case .grid(let item):
                cells += 1
                cards.append("▦ \(item.title)")
            case .text(let text):
                height += TextEstimate.height(of: text.text, width: width)
                cards.append(text.text)
            case .image(let image):
                let shown = width * CGFloat(image.height) / CGFloat(max(1, image.width))
                height += shown
                cards.append(
                    "▣ \(image.title ?? image.imageUrl)  \(SectionPrinter.points(CGSize(width: width, height: shown)))")
            case .centerText(let text):
                height = 44
                cards.append("⟷ \(text.text)")
            }
        }
        height += (cells / cellsInRow).rounded(.up) * cellHeight
        return SectionPrinter(kind: "list", code: part.id, size: CGSize(width: width, height: height), cards: cards)
    }
}
