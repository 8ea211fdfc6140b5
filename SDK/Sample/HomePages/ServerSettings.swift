import Foundation
import HomeBlocks
import HomeBlocksClient

/// The app's server, and the context of its requests.
enum ServerSettings {
    /// The address of `script/server` on the Mac that runs the simulator. A device needs an address that it can reach.
    static let server = "http://127.0.0.1:8080"

    static func makeClient() -> HomePageClient {
        guard let server = URL(string: server) else { preconditionFailure("\(server) is not an address.") }
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        return HomePageClient(
            server: server, context: context,
            cache: caches.map { ResponseCache(folder: $0.appendingPathComponent("HomePages")) },
            bundle: BundledResponses(in: .main))
    }

    private static var context: HomePageContext {
        HomePageContext(
            platform: .ios, appVersion: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String,
            locale: Locale.preferredLanguages.joined(separator: ","))
    }
}
