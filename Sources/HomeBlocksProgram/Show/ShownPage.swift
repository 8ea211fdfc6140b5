import Foundation
import HomeBlocks
import HomeBlocksClient

/// A page as text.
struct ShownPage {
    let name: String
    let context: HomePageContext
    let sections: [ShownSection]
    let faults: [String]

    static let metrics = ScreenMetrics(width: ScreenMetrics.designWidth)

    /// Shows a page whose document is there already.
    static func load(
        _ document: HomePage, of page: String?, from client: HomePageClient
    ) async throws(HomePageError) -> ShownPage {
        let (sections, faults) =
            switch ShownSystem(document) {
            case .home: try await ShownHome.load(page, from: client)
            case .mall: try await ShownMall.load(page, from: client)
            case .news: try await ShownNews.load(page, from: client)
            case .moments: try await ShownMoments.load(page, from: client)
            case .demo: try await ShownDemo.load(page, from: client)
            }
        return ShownPage(name: page ?? "the default page", context: client.context, sections: sections, faults: faults)
    }

    var text: String {
        let reader = [context.platform?.rawValue, context.appVersion, context.locale, context.uid].compactMap(\.self)
        let audience = reader.isEmpty ? "" : " for \(reader.joined(separator: " "))"
        let title = "\(name)\(audience): \(sections.count) \(sections.count == 1 ? "section" : "sections")".printable
        let body = sections.enumerated().flatMap { $1.lines(at: $0 + 1) }
        return ([title] + body + faults.map { "not shown: \($0)".printable }).joined(separator: "\n")
    }
}
