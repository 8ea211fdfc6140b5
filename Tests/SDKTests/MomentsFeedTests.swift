import Feeds
import Foundation
import HTTPTypes
import HomeBlocks
import HomeBlocksClient
import HomeBlocksServer
import NIOCore
import Publishing
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The page of moments with a section that a feed fills, from `script/upstream` to the screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct MomentsFeedTests {
    /// The program `script/upstream`.
    private struct Upstream {
        let process = Process()
        let url: String

        /// Starts the program on a free port.
        init() throws {
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", Project.folder.appending(path: "script/upstream").path, "0"]
            process.standardOutput = output
            // Not inherited, or a reader of the tests' output would also wait for this program.
            process.standardError = FileHandle.nullDevice
            try process.run()
            var line: [UInt8] = []
            while line.last != UInt8(ascii: "\n"), let byte = try output.fileHandleForReading.read(upToCount: 1)?.first
            {
                line.append(byte)
            }
            let text = String(decoding: line, as: UTF8.self)
            let start = try #require(text.range(of: "http://")).lowerBound
            url = try #require(text[start...].components(separatedBy: "/music").first)
        }

        /// Stops the program. Foundation starts programs with the signal mask of the test's process, which blocks
        /// `SIGTERM`.
        func stop() {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        /// Replaces the list.
        func set(_ ids: [Int]) async throws {
            let items = ids.map {
                #"{"momentId":\#($0),"author":"A\#($0)","words":"Moment \#($0)","photo":"p"}"#
            }.joined(separator: ",")
            var request = URLRequest(url: try #require(URL(string: "\(url)/items/moments")))
            request.httpMethod = "PUT"
            request.httpBody = Data(#"{"data":{"list":[\#(items)]}}"#.utf8)
            _ = try await URLSession.shared.data(for: request)
        }
    }

    private static let fields = #"""
        {"/id":"/momentId","/text":"/words","/publishTime":{"value":1793443320000},"/author/id":"/momentId",
        "/author/name":"/author","/author/avatarUrl":{"value":"/assets/avatars/fox.webp"},"/likes":{"value":[]},
        "/images/0/imageUrl":{"template":"https://img.example.com/{photo}.jpg"},"/images/0/width":{"value":8},
        "/images/0/height":{"value":6},"/comments":{"value":[]}}
        """#

    @Test func momentsOfAFeed_areShownOnce_whileItIsRefreshed() async throws {
        let upstream = try Upstream()
        defer { upstream.stop() }
        var settings = ServerSettings()
        settings.feeds.allowedHosts = try #require(AllowedHosts(String(upstream.url.dropFirst(7))))
        settings.feeds.allowedNetworks = [try #require(IPNetwork("127.0.0.0/8"))]
        let fetcher = try FeedFetcher(settings.feeds, caFile: nil, proxy: nil, secrets: [:])
        try await TestServer.run(settings: settings, pages: ["moments"], fetcher: fetcher) { server in
            try await Self.read(server, upstream)
        }
    }

    private static func send(_ server: TestServer, _ path: String, _ body: String) async throws {
        let headers = ["Authorization": "Bearer \(server.admin)", "Content-Type": "application/json"]
        let response = try await server.send(.post, path, headers, body: body)
        #expect([.ok, .created].contains(response.status), "\(path): \(String(buffer: response.body))")
    }

    private static func read(_ server: TestServer, _ upstream: Upstream) async throws {
        try await upstream.set(Array(1...25))
        try await send(
            server, "/api/feeds",
            #"""
            {"name":"moments","url":"\#(upstream.url)/moments","showType":"MOMENT_LIST","items":"/data/list",
            "fields":\#(fields)}
            """#)
        try await send(server, "/api/feeds/moments/refresh", "")
        try await send(
            server, "/api/pages/moments/live/blocks?to=1",
            #"""
            {"blockCode":"friends","showType":"MOMENT_LIST","source":{"feed":"moments"},"content":{"extInfo":{"list":[]}}}
            """#)
        let first = try #require(try await server.order("moments").first)
        let model = MomentsViewModel(client: HomePageClient(server: server.url), limit: 10)
        await model.refresh()
        #expect(model.moments.map(\.id) == [first] + (1...10).map { "friends/\($0)" })
        #expect(model.moments[1].text == "Moment 1")
        // The feed is refreshed: two moments are removed, one of which is shown, one is added, and all are in another
        // order.
        try await upstream.set([99] + (1...25).reversed().filter { $0 != 3 && $0 != 13 })
        try await send(server, "/api/feeds/moments/refresh", "")
        for _ in 0..<20 where model.hasMore { await model.loadMore() }
        #expect(!model.hasMore, "\(model.state)")
        let order = try await server.order("moments")
        let expected = (1...25).filter { $0 != 13 }.map { "friends/\($0)" }
        #expect(model.moments.map(\.id) == [first] + expected + order.dropFirst(2))
        #expect(model.issues.isEmpty)
        await model.refresh()
        #expect(model.moments.map(\.id).prefix(4) == [first, "friends/99", "friends/25", "friends/24"])
    }
}
