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

    @Test func aValueThatAClientDoesNotSend_meetsNoCondition() throws {
        let conditions: [JSONValue] = [
            ["platforms": ["ios"]], ["appVersion": ["min": "1"]], ["appVersion": ["max": "99"]], ["locales": ["zh"]],
            ["percent": 99, "seed": "s"], ["percent": 0, "seed": "s"],
        ]
        for condition in conditions { #expect(try !audience(condition).includes(client()), "\(condition)") }
        #expect(try !audience(["percent": 0, "seed": "s"]).includes(client(uid: "u")))
        // 100 percent includes clients without a user id.
        let all = try audience(["percent": 100, "seed": "s"])
        #expect(all.includes(client()) && all.includes(client(uid: "u")))
        #expect(try !audience(["percent": 100, "platforms": ["ios"]]).includes(client()))
    }

    @Test func allConditions_mustBeMet() throws {
        let audience = try audience(["platforms": ["ios", "web"], "appVersion": ["min": "9.0"], "locales": ["zh"]])
        #expect(audience.includes(client(.ios, "9.0", ["zh-CN"])))
        #expect(!audience.includes(client(.android, "9.0", ["zh-CN"])))
        #expect(!audience.includes(client(.ios, "8.9", ["zh-CN"])))
        #expect(!audience.includes(client(.ios, "9.0", ["en"])))
    }

    @Test func theMaximumVersion_includesVersionsThatBeginWithIt() throws {
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
        (["zh-Hant-HK"], ["zh", "zh-Hant"], true), (["zh-Hant-HK"], ["zh-HK"], true), (["zh"], ["zh-Hant"], false),
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
        // A user in a small percentage is also in a larger one with the same seed.
        let larger = try audience(try JSONValue(parsing: #"{"percent":60.5,"seed":"a"}"#))
        #expect(included.allSatisfy { larger.includes(client(uid: $0)) })
    }

    @Test func versionsByPlatform_areThoseOfTheClientsPlatform() throws {
        let audience = try audience([
            "appVersion": ["ios": ["min": "9.0"], "android": ["min": "8.5", "max": "8.9"], "web": .object([:])]
        ])
        let included = [(Platform.ios, "9.0"), (.ios, "10"), (.android, "8.5"), (.android, "8.9.7"), (.web, "1")]
        for (platform, version) in included { #expect(audience.includes(client(platform, version))) }
        for (platform, version) in [(Platform.ios, "8.9"), (.android, "8.4"), (.android, "9.0")] {
            #expect(!audience.includes(client(platform, version)))
        }
        // A platform with an empty range accepts any version; a client without a platform is in none.
        #expect(audience.includes(client(.web)) && !audience.includes(client(.ios)))
        #expect(!audience.includes(client(nil, "9.0")))
    }

    @Test func aPlatformThatVersionsDoNotName_belongsOnlyIfPlatformsNameIt() throws {
        let versions: JSONValue = ["ios": ["min": "9.0"]]
        let alone = try audience(["appVersion": versions])
        let combined = try audience(["appVersion": versions, "platforms": ["ios", "web"]])
        #expect(
            !alone.includes(client(.web, "1")) && combined.includes(client(.web, "1"))
                && combined.includes(client(.web)))
        #expect(alone.includes(client(.ios, "9.1")) && !combined.includes(client(.ios, "8")))
        #expect(!combined.includes(client(.android, "9.9")))
        #expect(alone != combined)
        let names = [alone, try audience(["appVersion": ["ios": ["min": "9.0.0"]]])]
        #expect(Set(names).count == 1)
        let ends: [JSONValue] = [
            ["ios": ["max": "9"]], ["ios": ["max": "9.0"]], ["android": ["max": "9"]], ["max": "9"],
        ]
        #expect(try Set(ends.map { try self.audience(["appVersion": $0]) }).count == ends.count)
    }

    @Test func attributes_areMetByOneOfTheirValues_ifTheyAreDeclared() throws {
        let declared = try #require(
            AudienceAttributes([.init("member", ["none", "vip"]), .init("city", ["beijing", "shanghai", "x"])]))
        func client(_ values: [String: String]) -> ClientContext {
            ClientContext(attributes: declared.values { values[String($0.dropFirst("attr.".count))] })
        }
        let audience = try audience(["attributes": ["city": ["beijing", "shanghai"], "member": ["vip"]]])
        func includes(_ values: [String: String]) -> Bool { audience.includes(client(values), declared: declared) }
        #expect(includes(["city": "shanghai", "member": "vip"]))
        for values in [
            [:], ["city": "beijing"], ["city": "x", "member": "vip"], ["city": "beijing", "member": "none"],
            ["city": "Beijing", "member": "vip"], ["city": "", "member": "vip"], ["town": "beijing", "member": "vip"],
        ] {
            #expect(!includes(values), "\(values)")
        }
        // Undeclared attributes count as not sent, and an audience that requires one is empty.
        #expect(client(["town": "x", "city": "rome"]) == ClientContext())
        let all = client(["city": "beijing", "member": "vip"])
        #expect(!audience.includes(all, declared: try #require(AudienceAttributes([.init("city", ["beijing"])]))))
        let rest = try #require(AudienceAttributes([.init("city", ["rome"]), .init("member", ["vip"])]))
        #expect(!audience.includes(all, declared: rest))
        #expect(
            try self.audience(["attributes": ["city": ["b", "a", "b"]]])
                == self.audience(["attributes": ["city": ["a", "b"]]]))
    }

    @Test func attributes_haveLimits() throws {
        func attributes(_ count: Int, values: Int) -> AudienceAttributes? {
            AudienceAttributes((0..<count).map { .init("a\($0)", (0..<values).map { "v\($0)" }) })
        }
        let most = try #require(attributes(8, values: 64))
        #expect(attributes(9, values: 1) == nil && attributes(1, values: 65) == nil && attributes(1, values: 0) == nil)
        let wrong: [AudienceAttributes.Attribute] = [
            .init("", ["a"]), .init("1a", ["a"]), .init("a.b", ["a"]), .init("a b", ["a"]), .init("caf\u{e9}", ["a"]),
            .init("a", [""]), .init("a", ["b", "b"]), .init("a", ["b c"]), .init("a", ["\u{e9}"]),
            .init(String(repeating: "a", count: 33), ["a"]), .init("a", [String(repeating: "a", count: 65)]),
        ]
        for attribute in wrong { #expect(AudienceAttributes([attribute]) == nil, "\(attribute)") }
        #expect(AudienceAttributes([.init("a", ["b"]), .init("a", ["c"])]) == nil)
        // The last value of the last attribute has a bit, too.
        let last = try audience(["attributes": ["a7": ["v63"]]])
        for number in 0..<64 {
            let client = ClientContext(attributes: most.values { $0 == "attr.a7" ? "v\(number)" : nil })
            #expect(last.includes(client, declared: most) == (number == 63))
        }
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
        (#"{"appVersion":{"ios":{"min":"9"},"min":"8"}}"#, ["/audience/appVersion/min"]),
        (#"{"appVersion":{"ios":{"min":"9"},"tv":{}}}"#, ["/audience/appVersion/tv"]),
        (
            #"{"appVersion":{"ios":{"min":"x","to":"9"}}}"#,
            ["/audience/appVersion/ios/to", "/audience/appVersion/ios/min"]
        ),
        (
            #"{"appVersion":{"ios":{"min":"9","max":"8"},"web":1}}"#,
            ["/audience/appVersion/ios", "/audience/appVersion/web"]
        ),
        (#"{"platforms":["web"],"appVersion":{"ios":{}}}"#, ["/audience/appVersion/ios"]),
        (#"{"attributes":["a"]}"#, ["/audience/attributes"]), (#"{"attributes":{"a":[]}}"#, ["/audience/attributes/a"]),
        (#"{"attributes":{"a b":["x"]}}"#, ["/audience/attributes/a b"]),
        (#"{"attributes":{"a":["x",1,""]}}"#, ["/audience/attributes/a/1", "/audience/attributes/a/2"]),
        (
            #"{"attributes":{"a":["x"],"b":["x"],"c":["x"],"d":["x"],"e":["x"],"f":["x"],"g":["x"],"h":["x"],"i":["x"]}}"#,
            ["/audience/attributes"]
        ),
        (#"{"name":"Not A Name"}"#, ["/audience/name"]), (#"{"name":1}"#, ["/audience/name"]),
        (#"{"locales":["not a tag"]}"#, ["/audience/locales/0"]), ("[]", ["/audience"]),
    ])
    func invalidAudiences_areRefusedWithAPointer(_ text: String, _ pointers: [String]) throws {
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
        #"{"appVersion":{"android":{"max":"8.9"},"ios":{"min":"9.0"},"web":{}},"attributes":{"city":["a","b"]},"name":"n"}"#,
        #"{"percent":7.5,"seed":""}"#, #"{"percent":100,"seed":"x"}"#, "{}",
    ])
    func json_readsBackAsItself(_ text: String) throws {
        let json = try audience(try JSONValue(parsing: text)).json
        #expect(String(decoding: json.encoded, as: UTF8.self) == text)
    }
}
