import Foundation
import HomeBlocks
import HomeBlocksClient

/// A page as text.
struct PagePrinter {
    let name: String
    let context: HomePageContext
    let sections: [SectionPrinter]
    let issues: [String]
    /// The time at which the server last confirmed the page, if it is a stored copy.
    var storedSince: Date?

    static let metrics = ScreenMetrics(width: ScreenMetrics.designWidth)

    /// Loads a page whose document is already loaded.
    static func load(
        _ document: HomePage, of page: String?, from client: any HomePageFetching, for context: HomePageContext
    ) async throws(HomePageError) -> PagePrinter {
        let (sections, issues) =
            switch PrintedSystem(document) {
            case .home: try await HomePrinter.load(page, from: client)
            case .mall: try await MallPrinter.load(page, from: client)
            case .news: try await NewsPrinter.load(page, from: client)
            case .moments: try await MomentsPrinter.load(page, from: client)
            case .demo: try await DemoPrinter.load(page, from: client)
            }
        let sources = document.data.blocks.compactMap { block in block.clientSource.map { (block.blockCode, $0) } }
        let addresses = Dictionary(sources, uniquingKeysWith: { first, _ in first })
        return PagePrinter(
            name: page ?? "the default page", context: context,
            sections: sections.map { $0.filled(from: addresses[$0.code]) }, issues: issues)
    }

    var text: String {
        let reader =
            [context.platform?.rawValue, context.appVersion, context.locale, context.uid].compactMap(\.self)
            + context.attributes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let audience = reader.isEmpty ? "" : " for \(reader.joined(separator: " "))"
        let copy = storedSince.map { ", the stored copy of \($0.formatted(.iso8601))" } ?? ""
        let count = "\(sections.count) \(sections.count == 1 ? "section" : "sections")"
        let title = "\(name)\(audience): \(count)\(copy)".printable
        let body = sections.enumerated().flatMap { $1.lines(at: $0 + 1) }
        return ([title] + body + issues.map { "not shown: \($0)".printable }).joined(separator: "\n")
    }
}

/// The part of the client libraries that a page is for: the one to which most of its layouts belong.
enum PrintedSystem: CaseIterable {
    case home, mall, news, moments, demo

    init(_ page: HomePage) {
        let systems = page.data.blocks.map { Self.system(of: $0.showType) }
        let counts = Dictionary(grouping: systems, by: \.self).mapValues(\.count)
        self = Self.allCases.reduce(.home) { counts[$1] ?? 0 > counts[$0] ?? 0 ? $1 : $0 }
    }

    private static func system(of layout: String) -> PrintedSystem {
        switch layout {
        case "MOMENT", "MOMENT_LIST": .moments
        case "NEWS_FEED": .news
        case let layout where layout.hasPrefix("MALL_"): .mall
        case let layout where layout.hasPrefix("DEMO_"): .demo
        default: .home
        }
    }
}

/// A section as lines of text.
struct SectionPrinter {
    /// The kind of section.
    let kind: String
    /// The code of the section.
    let code: String
    let heading: String?
    /// The size in points.
    let size: CGSize
    private(set) var cards: [String]
    private static let maximumCards = 12

    init(kind: String, code: String, heading: String? = nil, size: CGSize, cards: [String]) {
        self.kind = kind
        self.code = code
        self.heading = heading
        self.size = size
        self.cards = cards
    }

    /// The section with the address of the app's own endpoint, to which this command has no credentials.
    func filled(from address: URL?) -> SectionPrinter {
        var section = self
        if let address { section.cards.append("(a placeholder: apps fill it from \(address.absoluteString))") }
        return section
    }

    func lines(at place: Int) -> [String] {
        let title = [heading, kind].compactMap(\.self).joined(separator: "  ")
        let first = "\(place). \(title)  (\(code), \(Self.points(size)))"
        let more = cards.count > Self.maximumCards ? ["   … \(cards.count - Self.maximumCards) more"] : []
        return [first.printable] + cards.prefix(Self.maximumCards).map { "   \($0)".printable } + more
    }

    /// A document may contain a size that is too large for an integer.
    private static func points(_ length: CGFloat) -> String {
        Int(exactly: length.rounded()).map(String.init) ?? "\(length)"
    }

    static func points(_ size: CGSize) -> String {
        "\(points(size.width)) × \(points(size.height))"
    }
}
