import Foundation
import HomeBlocks
import HomeBlocksClient

/// A client for one reader, with a folder of their own for what was loaded.
func makeClient(server: URL, reader: String?, folder: URL) -> (HomePageClient, ResponseCache) {
    let cache = ResponseCache(folder: folder, limit: 8 * 1024 * 1024)
    let client = HomePageClient(
        server: server,
        context: HomePageContext(platform: .ios, appVersion: "9.1.0", locale: "zh-Hant-HK,en", uid: reader),
        cache: cache, options: ClientOptions(deadline: 20, attempts: 2))
    return (client, cache)
}

/// What to show the reader about where a page comes from; nothing if it is the present one.
func notice(for origin: Origin) -> String? {
    switch origin {
    case .server, .confirmed: nil
    case .stored(let since): "As of \(since.formatted())."
    case .stale(let since, .unreachable): "No connection. As of \(since.formatted())."
    case .stale(let since, _): "The server does not respond well. As of \(since.formatted())."
    }
}

/// What to show the reader when there is nothing to show, and whether trying again may help.
func notice(for error: HomePageError) -> (text: String, canRetry: Bool)? {
    switch error {
    case .cancelled: nil
    case .refused(let problem) where problem.status == 404: ("There is no such page.", false)
    case .refused(let problem) where problem.status < 500 && problem.status != 429: (problem.detail, false)
    case .refused, .timedOut, .unreachable, .outdated: (error.localizedDescription, true)
    case .unreadable, .address: (error.localizedDescription, false)
    }
}

/// All sections of a page, requested twenty at a time. The first part that cannot be had ends it.
func blocks(of page: String, from client: HomePageClient) async throws(HomePageError) -> [Block] {
    var blocks: [Block] = []
    var parts = client.pages(page, limit: 20).makeAsyncIterator()
    while let part = try await parts.next() { blocks += part.data.blocks }
    return blocks
}

/// Forgets what was loaded for a reader. The next reader gets another client.
func signOut(_ cache: ResponseCache) async { await cache.removeAll() }
