import HomeBlocks
import HomeBlocksClient
import SwiftUI

/// Shows two home pages of a HomeBlocks server.
@main struct HomePagesApp: App {
    private let client = ServerSettings.makeClient()

    var body: some Scene {
        WindowGroup {
            TabView {
                MusicScreen(client: client).tabItem { Label("Music", systemImage: "music.note") }
                MallScreen(client: client).tabItem { Label("Mall", systemImage: "cart") }
            }
        }
    }
}
