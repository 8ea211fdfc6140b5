import Foundation
import HomeBlocks
import HomeBlocksClient

/// A page as text. The layouts on it say which of the client libraries' systems it is for.
struct ShownPage {
    let name: String
    let context: HomePageContext
    let sections: [ShownSection]
    let faults: [String]

    static let metrics = ScreenMetrics(width: ScreenMetrics.designWidth)

    static func load(_ page: String?, from client: HomePageClient) async throws(HomePageError) -> ShownPage {
        let document = try await client.page(page)
        let layouts = document.data.blocks.map(\.showType)
        let (sections, faults): ([ShownSection], [String])
        if layouts.contains(where: { $0.hasPrefix("MALL_") }) {
            (sections, faults) = try await ShownMall.load(page, from: client)
        } else if layouts.contains("MOMENT") {
            (sections, faults) = try await ShownMoments.load(page, from: client)
        } else if layouts.contains("NEWS_FEED") {
            (sections, faults) = try await ShownNews.load(page, from: client)
        } else if layouts.contains(where: { $0.hasPrefix("DEMO_") }) {
            (sections, faults) = try await ShownDemo.load(page, from: client)
        } else {
            (sections, faults) = try await ShownHome.load(page, from: client)
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
