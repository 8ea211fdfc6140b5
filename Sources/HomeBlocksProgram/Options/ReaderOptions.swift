import ArgumentParser
import HomeBlocks
import HomeBlocksClient

/// The reader for whom a command requests pages.
struct ReaderOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: """
            For whom: platform/version/languages/uid, such as ios/9.1.0/zh-CN. Parts may be left out. [nobody in \
            particular]
            """)
    var reader: ReaderArgument?

    var context: HomePageContext { reader?.context ?? HomePageContext() }
}

/// A reader as `platform/version/languages/uid`; each part may be empty or left out.
struct ReaderArgument: ExpressibleByArgument {
    let context: HomePageContext

    init?(argument: String) {
        let parts = argument.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        func part(_ index: Int) -> String? { index < parts.count && !parts[index].isEmpty ? parts[index] : nil }
        let platform = part(0).flatMap(Platform.init(rawValue:))
        guard part(0) == nil || platform != nil else { return nil }
        context = HomePageContext(platform: platform, appVersion: part(1), locale: part(2), uid: part(3))
    }
}
