import Foundation
import HomeBlocks
import HomeBlocksClient

/// The music home page for a reader who has not signed in.
@MainActor func makeHome(server: URL) -> HomeViewModel {
    let context = HomePageContext(platform: .ios, appVersion: "9.1.0", locale: "zh-Hant-HK,en")
    return HomeViewModel(client: HomePageClient(server: server, context: context), page: "music")
}
