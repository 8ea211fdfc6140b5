import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

@testable import HomeBlocksClient

/// JSON that parsers interpret differently is read in the same way everywhere in the SDK.
@Suite(.timeLimit(.minutes(1))) struct OddJSONTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns an object with a byte order mark, a duplicate member, numbers out of range and an unpaired surrogate in
    /// addition to the members.
    static func odd(_ members: String) -> String {
        "\u{FEFF}" + #"{"x":1e400,"y":-1E+999,"z":"cut \ud83d","w":{"a":1,"a":2},"code":0,"code":200,\#(members)}"#
    }

    static let block = #"{"blockCode":"A","blockCode":"B","showType":"X","price":1e400}"#
    static let page = odd(#""data":{"blocks":[\#(block)]}"#)

    static func reads<Value>(_ request: HomePageRequest<Value>, _ members: String) -> Bool {
        (try? request.decode(Data(odd(members).utf8))) != nil
    }

    @Test func everyResponse_isRead() throws {
        #expect(Self.reads(.page(), #""data":{"blocks":[\#(Self.block)]}"#))
        #expect(Self.reads(.part(), #""data":{"blocks":[\#(Self.block)]}"#))
        #expect(Self.reads(.menus(), #""data":[]"#))
        #expect(Self.reads(.sort(), #""data":{"order":["A"]}"#))
        #expect(Self.reads(.block("A"), #""data":\#(Self.block)"#))
        #expect(Self.reads(.cards(of: "A"), #""data":{"items":[]}"#))
        let item: HomePageRequest<JSONObject> = .item(id: "1", of: "A")
        #expect(Self.reads(item, #""data":{}"#))
        let page = try HomePage(parsing: Self.page.utf8)
        #expect(page.code == 200)
        #expect(page.data.blocks.map(\.blockCode) == ["B"])
    }

    @Test func aNumberOutOfRange_cannotBeRead_butIsKept() throws {
        let page = try HomePage(parsing: Self.page.utf8)
        let json = try #require(page.data.blocks.first).json
        #expect(json.take("price") == Double?.none && json.take("price") == Int?.none)
        #expect(json["price"] == .number(try #require(json.take("price") as JSONValue?).number))
        #expect(String(decoding: JSONValue.object(json).encoded, as: UTF8.self).contains(#""price":1e400"#))
        #expect(throws: JSONIssue.self) { try json.require("price") as Double }
        // An encoder cannot write the number, but keeps the rest of the page.
        let data = try JSONEncoder().encode(page)
        #expect(try JSONDecoder().decode(HomePage.self, from: data).data.blocks.map(\.blockCode) == ["B"])
    }

    @Test func aProblemDocument_isRead() async throws {
        let body = Self.odd(#""type":"urn:x","title":"Gone","status":404,"detail":"Gone.""#)
        let headers = ["Content-Type": "application/problem+json"]
        try await ScriptedServer.run({ _, _ in ScriptedServer.response(404, body, headers) }) { server in
            let error = await #expect(throws: HomePageError.self) {
                try await HomePageClient(server: server.url).page()
            }
            #expect(error?.isNotFound == true)
        }
    }

    @Test func theContentOfAClientSource_isRead() async throws {
        let body = Self.odd(#""data":{"extInfo":{"a":1,"a":2}}"#)
        try await ScriptedServer.run({ _, _ in ScriptedServer.response(200, body) }) { server in
            let loader = ClientSourceLoader(hosts: [ClientSourceTests.host(server)])
            let block = try await loader.block(filling: ClientSourceTests.block(at: "\(server.url)/own"))
            #expect(block.extInfo?.object?["a"]?.int == 2)
        }
    }

    @Test func aCopyOnDisk_andABundle_areRead() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let cache = ResponseCache(folder: folder.url.appendingPathComponent("cache"))
        let client = HomePageClient(server: url, cache: cache)
        let key = try #require(client.url(of: .page("p"))).absoluteString
        let copy = CachedResponse(etag: nil, date: Date(), staleIfError: 0, body: Data(Self.page.utf8))
        await cache.store(copy, for: key, generation: 0)
        #expect(try await client.page("p", policy: .cacheFirst).data.blocks.map(\.blockCode) == ["B"])

        let manifest = Self.odd(
            #""date":1,"responses":[{"address":"/homepage?page=p","file":"p.json","validators":[],"size":1e400}]"#)
        try Data(manifest.utf8).write(to: folder.url.appendingPathComponent(BundledResponses.manifestName))
        try Data(Self.page.utf8).write(to: folder.url.appendingPathComponent("p.json"))
        let bundle = try BundledResponses(folder: folder.url)
        let bundled = try await HomePageClient(server: url, bundle: bundle).page("p", policy: .cacheFirst)
        #expect(bundled.data.blocks.map(\.blockCode) == ["B"])
    }
}

extension JSONValue {
    /// The number; 0 for any other value.
    fileprivate var number: JSONNumber { if case .number(let number) = self { number } else { JSONNumber(0) } }
}
