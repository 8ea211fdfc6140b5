import Foundation
import HTTPTypes
import HomeBlocks
import Publishing
import TestSupport
import Testing

@testable import HomeBlocksServer

/// The headers for shared caches.
@Suite(.timeLimit(.minutes(1))) struct SharedCachesTests {
    static let reads: [(path: String, parameters: String)] = [
        ("/homepage", #""page" "platform" "appVersion" "locale" "uid" "audience" "cursor" "limit" "refresh""#),
        (
            "/homepage/block/page",
            #""page" "platform" "appVersion" "locale" "uid" "audience" "cursor" "limit" "refresh""#
        ),
        (
            "/homepage?cursor=&limit=1",
            #""page" "platform" "appVersion" "locale" "uid" "audience" "cursor" "limit" "refresh""#
        ),
        ("/homepage/dragon/ball", #""page" "platform" "appVersion" "locale" "uid" "audience""#),
        ("/homepage/blocks/HOMEPAGE_BANNER", #""page" "platform" "appVersion" "locale" "uid" "audience""#),
        ("/homepage/blocks/HOMEPAGE_BANNER/items/0", #""page" "platform" "appVersion" "locale" "uid" "audience""#),
        ("/homepage/audience", #""page" "platform" "appVersion" "locale" "uid" "audience""#),
        ("/sort", #""page" "shown""#),
    ]

    @Test(arguments: SharedCaches.TagHeader.allCases)
    func everyRead_namesItsPage_andTheParametersThatItDependsOn(_ header: SharedCaches.TagHeader) async throws {
        var settings = ServerSettings()
        settings.caches.tagHeader = header
        let separator = header == .xkey || header == .surrogateKey ? " " : ","
        try await TestServer.run(settings: settings) { server in
            for (path, parameters) in Self.reads {
                let response = try await server.get(path)
                #expect(response.status.code < 300)
                #expect(try response.header("No-Vary-Search") == "key-order, params, except=(\(parameters))")
                #expect(try response.header("Cache-Groups") == #""homeblocks", "homeblocks-page-music""#, "\(path)")
                #expect(try response.header(header.rawValue) == "homeblocks\(separator)homeblocks-page-music")
                #expect(try response.header("CDN-Cache-Control") == nil)
                guard let tag = try response.header("ETag") else { continue }
                let known = try await server.get(path, ["If-None-Match": tag])
                #expect(known.status == .notModified)
                #expect(try known.header(header.rawValue) == response.header(header.rawValue))
            }
            let list = try await server.get("/pages")
            #expect(try list.header("No-Vary-Search") == "key-order, params")
            #expect(try list.header("Cache-Groups") == #""homeblocks", "homeblocks-pages""#)
        }
    }

    @Test func declaredAttributes_areParametersOfTheReadsThatDependOnThem() async throws {
        var settings = ServerSettings()
        settings.attributes = try #require(AudienceAttributes([.init("member", ["vip"]), .init("city", ["a"])]))
        try await TestServer.run(settings: settings) { server in
            for (path, parameters) in Self.reads {
                let more = path == "/sort" ? "" : #" "attr.city" "attr.member""#
                let field = try await server.get(path).header("No-Vary-Search")
                #expect(field == "key-order, params, except=(\(parameters)\(more))", "\(path)")
            }
            #expect(try await server.get("/pages").header("No-Vary-Search") == "key-order, params")
        }
    }

    @Test func withoutSettings_thereIsNoTagHeader_norForOperatorsAndErrors() async throws {
        try await TestServer.run { server in
            let names = ["xkey", "Surrogate-Key", "Cache-Tag", "Edge-Cache-Tag", "CDN-Cache-Control"]
            for name in names { #expect(try await server.get("/homepage").header(name) == nil) }
            let ofOperator = try await server.get(
                "/api/pages/music/live/order", ["Authorization": "Bearer \(server.admin)"])
            let form = try await server.send(.post, "/homepage/block/page")
            for response in [ofOperator, form, try await server.get("/homepage?page=none")] {
                for name in names + ["Cache-Groups", "No-Vary-Search"] { #expect(try response.header(name) == nil) }
            }
        }
    }

    @Test func caches_keepNothingBeyondThePlannedInstant() throws {
        var settings = ServerSettings()
        settings.caches.maxAge = 3600
        let now = Instant(milliseconds: 1_000_000)
        func shared(changingIn seconds: Int?) -> String? {
            settings.caching(at: now, changesAt: seconds.map { now.adding(seconds: $0) })[.cdnCacheControl]
        }
        #expect(shared(changingIn: nil) == "public, max-age=3600, stale-while-revalidate=60, stale-if-error=86400")
        #expect(shared(changingIn: 100) == "public, max-age=100, stale-while-revalidate=0, stale-if-error=86400")
        #expect(shared(changingIn: 3610) == "public, max-age=3600, stale-while-revalidate=10, stale-if-error=86400")
        #expect(shared(changingIn: 0) == "public, max-age=0, stale-while-revalidate=0, stale-if-error=86400")
        #expect(settings.caching(at: now, changesAt: nil)[.cacheControl]?.contains("max-age=5,") == true)
    }
}
