import Foundation
import HomeBlocks
import HomeBlocksClient
import Testing

/// Reading pages with a preview link.
@Suite(.timeLimit(.minutes(1))) struct PagePreviewTests {
    private static let secret = "hb_link_0FbY3vWq7Qm5cJxT1nZkR8sLdH2uPgE6aVyXoCiMwAQ"

    private static func preview(_ address: String) -> PagePreview? { URL(string: address).flatMap { PagePreview($0) } }

    @Test(arguments: [
        "myapp://home?preview=\(secret)&page=mall", "myapp:?page=mall&preview=\(secret)",
        "https://home.example.com/preview?page=mall#\(secret)",
    ])
    func aLink_hasItsSecretAndItsPage(_ address: String) throws {
        let preview = try #require(Self.preview(address))
        #expect(preview.secret == Self.secret && preview.page == "mall")
    }

    @Test(arguments: [
        "myapp://home", "myapp://home?preview=", "myapp://home?preview=hb_other", "https://home.example.com/#top",
        "myapp://home?preview=hb_link_a%0Ab",
    ])
    func anotherURL_isNoPreview(_ address: String) { #expect(Self.preview(address) == nil) }

    @Test func aRedirect_isNotFollowedWithTheSecret() async throws {
        try await ScriptedServer.run({ _, _ in ScriptedServer.page() }) { other in
            let target = other.url.absoluteString + "/homepage"
            try await ScriptedServer.run({ _, _ in ScriptedServer.response(302, "", ["Location": target]) }) { server in
                let preview = Self.preview("myapp://home?preview=\(Self.secret)")
                let client = HomePageClient(server: server.url, context: HomePageContext(preview: preview))
                await #expect(throws: HomePageError.self) { try await client.page() }
                #expect(await other.log.requests.isEmpty)
            }
        }
    }

    @Test func aClientWithALink_sendsItsSecret_andStoresNothing() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = ResponseCache(folder: folder)
        try await ScriptedServer.run({ _, _ in ScriptedServer.page() }) { server in
            var context = HomePageContext(platform: .ios)
            _ = try await HomePageClient(server: server.url, context: context, cache: cache).page("mall")
            context.preview = Self.preview("myapp://home?preview=\(Self.secret)")
            let client = HomePageClient(server: server.url, context: context, cache: cache)
            #expect(await client.storedCopy(of: .page("mall")) == nil)
            let loaded = try await client.page("mall")
            guard case .server = loaded.origin else {
                Issue.record("not from the server: \(loaded.origin)")
                return
            }
            let requests = await server.log.requests
            #expect(requests[0].headers["homeblocks-preview"] == nil)
            #expect(requests[1].headers["homeblocks-preview"] == Self.secret)
            #expect(requests[1].headers["if-none-match"] == nil && requests[1].parameters["platform"] == "ios")
        }
    }
}
