import Foundation
import HomeBlocks
import HomeBlocksClient

func printHome(server: URL, folder: URL) async throws(HomePageError) {
    let context = HomePageContext(platform: .ios, appVersion: "9.1.0", locale: "zh-Hant-HK,en")
    let client = HomePageClient(server: server, context: context, cache: ResponseCache(folder: folder))
    let page = try await client.page("music")
    let content = HomeContent(page.value)
    for section in content.sections { print(section.type.rawValue, section.id) }
    for issue in content.issues { print("left out:", issue) }
    if case .stale(let since, let error) = page.origin { print("as of", since, error.localizedDescription) }
}
