import Foundation
import HomeBlocks
import HomeBlocksClient

/// A page as text.
struct PagePrinter {
    let name: String
    let context: HomePageContext
    let sections: [SectionPrinter]
    let faults: [String]

    static let metrics = ScreenMetrics(width: ScreenMetrics.designWidth)

    /// Shows a page whose document is there already.
    static func load(
        _ document: HomePage, of page: String?, from client: HomePageClient
    ) async throws(HomePageError) -> PagePrinter {
        let (sections, faults) =
            switch PrintedSystem(document) {
            case .home: try await HomePrinter.load(page, from: client)
            case .mall: try await MallPrinter.load(page, from: client)
            case .news: try await NewsPrinter.load(page, from: client)
            case .moments: try await MomentsPrinter.load(page, from: client)
            case .demo: try await DemoPrinter.load(page, from: client)
            }
        return PagePrinter(
            name: page ?? "the default page", context: client.context, sections: sections, faults: faults)
    }

    var text: String {
        let reader = [context.platform?.rawValue, context.appVersion, context.locale, context.uid].compactMap(\.self)
        let audience = reader.isEmpty ? "" : " for \(reader.joined(separator: " "))"
        let title = "\(name)\(audience): \(sections.count) \(sections.count == 1 ? "section" : "sections")".printable
        let body = sections.enumerated().flatMap { $1.lines(at: $0 + 1) }
        return ([title] + body + faults.map { "not shown: \($0)".printable }).joined(separator: "\n")
    }
}
