import HomeBlocks
import Publishing
import Testing

@Suite(.timeLimit(.minutes(1))) struct AudienceTests {
    func audience(_ json: JSONValue) throws -> Audience {
        try #require(
            try BlockResource(
                checking: ["blockCode": "A", "showType": "T", "audience": json, "content": [:]]
            ).audience)
    }

    func client(
        _ platform: Platform? = nil, _ version: String? = nil, _ locales: [String] = [], uid: String? = nil
    ) -> ClientContext {
        ClientContext(
            platform: platform, appVersion: version.flatMap(AppVersion.init),
            locales: locales.compactMap { LanguageTag($0) }, uid: uid)
    }

    @Test func anEmptyAudience_isEverybody() throws {
        #expect(try audience([:]).includes(client()))
    }

    @Test func whatAClientDoesNotTell_meetsNoCondition() throws {
        let conditions: [JSONValue] = [
            ["platforms": ["ios"]], ["appVersion": ["min": "1"]], ["appVersion": ["max": "99"]], ["locales": ["zh"]],
            ["percent": 100, "seed": "s"],
        ]
        for condition in conditions { #expect(try !audience(condition).includes(client()), "\(condition)") }
        #expect(try !audience(["percent": 0, "seed": "s"]).includes(client(uid: "u")))
        #expect(try audience(["percent": 100, "seed": "s"]).includes(client(uid: "u")))
    }

    @Test func allConditions_mustBeMet() throws {
        let audience = try audience(["platforms": ["ios", "web"], "appVersion": ["min": "9.0"], "locales": ["zh"]])
        #expect(audience.includes(client(.ios, "9.0", ["zh-CN"])))
        #expect(!audience.includes(client(.android, "9.0", ["zh-CN"])))
        #expect(!audience.includes(client(.ios, "8.9", ["zh-CN"])))
        #expect(!audience.includes(client(.ios, "9.0", ["en"])))
    }

    @Test func theLastVersion_includesWhatBeginsLikeIt() throws {
        let audience = try audience(["appVersion": ["min": "8.2", "max": "8.9"]])
        for version in ["8.2", "8.9", "8.9.5", "8.9.99.1"] {
            #expect(audience.includes(client(nil, version)), "\(version)")
        }
        for version in ["8.1.9", "8.2.0-beta", "9", "8.10"] {
            #expect(!audience.includes(client(nil, version)), "\(version)")
        }
    }

    @Test func lastVersionsOfDifferentLength_areDifferentAudiences() throws {
        let (short, long) = (
            try audience(["appVersion": ["max": "8.9"]]), try audience(["appVersion": ["max": "8.9.0"]])
        )
        #expect(short != long)
        #expect(short.includes(client(nil, "8.9.5")) && !long.includes(client(nil, "8.9.5")))
        #expect(try audience(["appVersion": ["min": "8.9"]]) == audience(["appVersion": ["min": "8.9.0"]]))
    }

    @Test(arguments: [
        (["zh-Hant-HK"], ["zh", "zh-Hant"], true), (["zh-Hant-HK"], ["zh-HK"], false), (["zh"], ["zh-Hant"], false),
        (["en", "fr-CA"], ["fr"], true), (["zh-x-private"], ["zh"], true), (["ZH_hans_cn"], ["zh-Hans"], true),
        ([], ["en"], false),
    ])
    func locales_fallBackFromWhatIsRead(_ read: [String], _ tags: [String], _ isIncluded: Bool) throws {
        let audience = try audience(["locales": .array(tags.map { .string($0) })])
        #expect(audience.includes(client(nil, nil, read)) == isIncluded)
    }

    @Test func aShare_isSpreadEvenly_andStays_andDependsOnTheSeed() throws {
        let (first, second) = (try audience(["percent": 30, "seed": "a"]), try audience(["percent": 30, "seed": "b"]))
        let users = (0..<10_000).map { "user-\($0)" }
        let included = users.filter { first.includes(client(uid: $0)) }
        #expect((2800...3200).contains(included.count))
        #expect(included == users.filter { first.includes(client(uid: $0)) })
        let both = included.filter { second.includes(client(uid: $0)) }
        #expect((700...1100).contains(both.count))
        // Who is in a small share is in a larger one of the same seed.
        let larger = try audience(try JSONValue(parsing: #"{"percent":60.5,"seed":"a"}"#))
        #expect(included.allSatisfy { larger.includes(client(uid: $0)) })
    }

    @Test(arguments: [
        (#"{"age":1}"#, ["/audience/age"]), (#"{"platforms":[]}"#, ["/audience/platforms"]),
        (#"{"platforms":["ios","tv"]}"#, ["/audience/platforms/1"]), (#"{"percent":100.5}"#, ["/audience/percent"]),
        (#"{"percent":1.234}"#, ["/audience/percent"]), (#"{"percent":"3"}"#, ["/audience/percent"]),
        (#"{"percent":-1}"#, ["/audience/percent"]), (#"{"seed":"x"}"#, ["/audience/seed"]),
        (#"{"appVersion":{"min":9}}"#, ["/audience/appVersion/min"]),
        (#"{"appVersion":{"min":"9","max":"8"}}"#, ["/audience/appVersion"]),
        (#"{"appVersion":{"from":"9"}}"#, ["/audience/appVersion/from"]),
        (#"{"appVersion":"9"}"#, ["/audience/appVersion"]),
        (#"{"locales":["not a tag"]}"#, ["/audience/locales/0"]), ("[]", ["/audience"]),
    ])
    func whatIsNoAudience_isRefusedWithAPointer(_ text: String, _ pointers: [String]) throws {
        let json = try JSONValue(parsing: text)
        do throws(PublishingError) {
            _ = try BlockResource(checking: ["blockCode": "A", "showType": "T", "audience": json, "content": [:]])
            Issue.record("taken")
        } catch {
            guard case .invalid(let input) = error else { throw error }
            #expect(input.issues.map(\.pointer.description) == pointers)
        }
    }

    @Test(arguments: [
        #"{"appVersion":{"max":"8.9","min":"8"},"locales":["zh-Hant"],"percent":12.05,"platforms":["android","ios"],"seed":"s"}"#,
        #"{"percent":7.5,"seed":""}"#, #"{"percent":100,"seed":"x"}"#, "{}",
    ])
    func json_readsBackAsItself(_ text: String) throws {
        let json = try audience(try JSONValue(parsing: text)).json
        #expect(String(decoding: json.encoded, as: UTF8.self) == text)
    }
}
