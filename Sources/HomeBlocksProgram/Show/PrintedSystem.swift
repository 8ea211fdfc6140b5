import HomeBlocks

/// For which of the client libraries' systems a page is: the one that most of its layouts are of.
enum PrintedSystem: CaseIterable {
    case home, mall, news, moments, demo

    init(_ page: HomePage) {
        let systems = page.data.blocks.map { Self.system(of: $0.showType) }
        let counts = Dictionary(grouping: systems, by: \.self).mapValues(\.count)
        self = Self.allCases.reduce(.home) { counts[$1] ?? 0 > counts[$0] ?? 0 ? $1 : $0 }
    }

    private static func system(of layout: String) -> PrintedSystem {
        switch layout {
        case "MOMENT": .moments
        case "NEWS_FEED": .news
        case let layout where layout.hasPrefix("MALL_"): .mall
        case let layout where layout.hasPrefix("DEMO_"): .demo
        default: .home
        }
    }
}
