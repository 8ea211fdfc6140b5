import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// Validating the definition of a feed.
@Suite(.timeLimit(.minutes(1))) struct FeedTests {
    private let catalog: BlockTypeCatalog
    private var rules = FeedRules()
    static let grid: JSONValue = [
        "name": "songs", "url": "https://api.example.com/v1/songs?n=10", "showType": "DEMO_GRID", "items": "/data/list",
        "fields": [
            "/id": "/songId", "/title": ["pointer": "/name", "otherwise": "?"],
            "/imageUrl": ["template": "https://img.example.com/{cover}.jpg"], "/badge": ["value": "new"],
        ],
        "headers": ["Authorization": "secret:key", "X-Client": "homeblocks"], "interval": 60, "maximum": 3, "ttl": 600,
    ]

    init() throws {
        catalog = try Project.catalog()
        rules.allowedHosts = try #require(AllowedHosts("api.example.com,*.example.org,10.0.0.1:8080"))
        rules.secretNames = ["key"]
    }

    private func feed(_ changes: JSONObject = [:], path: String? = nil) throws -> Feed {
        let json = JSONValue.object((Self.grid.object ?? [:]).merging(changes) { $1 })
        return try Feed(checking: json, name: path, rules, catalog)
    }

    /// The pointers at which a feed with some changes is rejected.
    private func pointers(_ changes: JSONObject, path: String? = nil) -> [String] {
        do {
            _ = try feed(changes, path: path)
            return []
        } catch PublishingError.invalid(let input) {
            return input.issues.map(\.pointer.description)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func aFeed_isWrittenAsItWasRead() throws {
        let feed = try feed()
        let json = JSONValue.object(feed.json)
        #expect(Feed(stored: json) == feed)
        for (name, value) in (Self.grid.object ?? [:]).sortedByName { #expect(json.object?[name] == value, "\(name)") }
        #expect(json.object?["timeout"] == 10)
    }

    @Test func allowedHosts_haveTheNamesThatTheyWereReadFrom() throws {
        let text = "api.example.com,*.example.org,10.0.0.1:8080,[2001:db8::1]:8443"
        #expect(try #require(AllowedHosts(text)).names.joined(separator: ",") == text)
        #expect(AllowedHosts().names == [])
    }

    @Test func whatAFeedMayNotBe_isRefusedAtItsPlace() {
        let wrong: [(JSONObject, [String])] = [
            (["name": "Not A Slug"], ["/name"]), (["showType": "NONE"], ["/showType"]),
            (["showType": "MOMENT"], ["/showType"]), (["items": "data"], ["/items"]), (["items": 7], ["/items"]),
            (["fields": [:]], ["/fields"]), (["fields": ["title": "/name"]], ["/fields/title"]),
            (["fields": ["/title": "name"]], ["/fields/~1title"]),
            (["fields": ["/title": ["template": "{"]]], ["/fields/~1title/template"]),
            (["fields": ["/a": "/x", "/a/b": "/y"]], ["/fields/~1a~1b"]),
            (["interval": 9], ["/interval"]), (["interval": "60"], ["/interval"]), (["timeout": 21], ["/timeout"]),
            (["maximum": 0], ["/maximum"]), (["maximum": 10_000], ["/maximum"]), (["ttl": 119], ["/ttl"]),
            (["url": "https://evil.example.net/"], ["/url"]), (["url": "ftp://api.example.com/"], ["/url"]),
            (["url": "https://user:word@api.example.com/"], ["/url"]),
            (["url": "https://api.example.com/#x"], ["/url"]),
            (["url": "https://api.example.com:8443/"], ["/url"]), (["url": "https://example.org/"], ["/url"]),
            (["url": "http://10.0.0.1:8080/"], ["/url"]),
            (["url": "https://api.example.com\\@evil.example/"], ["/url"]),
            (["headers": ["Authorization": "Bearer abc"]], ["/headers/Authorization"]),
            (["headers": ["X-A": "secret:none"]], ["/headers/X-A"]), (["headers": ["X-A": "a\r\nb"]], ["/headers/X-A"]),
            (["headers": ["Host": "x"]], ["/headers/Host"]), (["headers": ["a b": "x"]], ["/headers/a b"]),
            (["other": 1], ["/other"]), (["items": "/a~"], ["/items"]), (["items": "/a~2b"], ["/items"]),
            (["fields": ["/id~": "/a"]], ["/fields/~1id~0"]), (["fields": ["/id": "/a~2b"]], ["/fields/~1id"]),
            (["fields": ["/id": ["pointer": "/a~"]]], ["/fields/~1id"]),
            (["fields": ["/id": ["template": "{/a~}"]]], ["/fields/~1id/template"]),
        ]
        for (changes, expected) in wrong { #expect(pointers(changes) == expected, "\(changes)") }
        #expect(pointers([:], path: "other") == ["/name"])
        #expect(pointers(["name": .null], path: "Not A Slug") == ["/name"])
        #expect(pointers(["url": "https://a.b.example.org/"]) == [])
    }

    @Test func aNetworkThatIsListed_mayBeNamed() throws {
        var rules = rules
        rules.allowedNetworks = [try #require(IPNetwork("10.0.0.0/8"))]
        let json = JSONValue.object((Self.grid.object ?? [:]).merging(["url": "http://10.0.0.1:8080/"]) { $1 })
        _ = try Feed(checking: json, rules, catalog)
    }

    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1", "64:ff9b:1::808:808", "64:ff9b:0:1::808:808", "2002:7f00:1::", "::127.0.0.1", "2001:db8::1",
        "192.0.2.1", "fec0::1",
    ])
    func whatIsNotPublic_isNoAddressOfAnUpstream(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.isPublic)
        #expect(!rules.allows(address))
    }

    @Test(arguments: ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::808:808"])
    func publicAddresses_areAllowed(_ text: String) throws { #expect(try #require(IPAddress(text)).isPublic) }

    @Test func anAddress_isReadInOneWayOnly() {
        #expect(UpstreamAddress("https://API.example.com")?.host == "api.example.com")
        #expect(UpstreamAddress("https://[2606:4700::1111]:8443/x")?.host == "2606:4700::1111")
        #expect(UpstreamAddress("http://a.b:81?x")?.port == 81)
        for text in [
            "", "https://", "https:///x", "//a.b/", "https://a b/", "https://a.b:0/", "https://a.b:99999/",
            "https://a..b/",
            "https://a@b/", "https://a.b:80:81/", "https://[::1", "https://[1.2.3.4]/", "https://ä.example/",
            "HTTPS://a.b/",
            "https://a.b/\u{0}", "https://a_b/",
        ] { #expect(UpstreamAddress(text) == nil, "\(text)") }
    }
}
