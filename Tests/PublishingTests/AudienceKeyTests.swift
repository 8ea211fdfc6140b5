import Foundation
import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// Audience keys, as caches send them.
@Suite(.timeLimit(.minutes(10))) struct AudienceKeyTests {
    let catalog: BlockTypeCatalog

    init() throws {
        let new = try BlockType(
            showType: "NEW",
            json: ["type": "object", "x-homeblocks": ["data": ["/list"], "minVersion": ["ios": "9.0", "web": "2"]]])
        let newest = try BlockType(
            showType: "NEWEST",
            json: ["type": "object", "x-homeblocks": ["data": ["/list"], "minVersion": ["android": "10.2.1"]]])
        let old = try BlockType(showType: "OLD", json: ["type": "object", "x-homeblocks": ["data": ["/list"]]])
        catalog = BlockTypeCatalog([new, newest, old], attributes: RandomConditions.declared)
    }

    func page(_ blocks: [BlockResource], slug: String = "p") -> PublishedPage {
        let now = Instant(milliseconds: 0)
        let order = OrderState(page: slug, revision: 1, order: blocks.map(\.blockCode), changedBy: "", changedAt: now)
        let revision = LiveRevision(
            page: PageInfo(slug: slug, title: ""), number: 1, order: order, versions: [:], data: [:],
            nextRelease: nil)
        return PublishedPage(LivePage(own: revision), blocks: blocks.map { RenderedBlock($0, catalog) }, at: now)
    }

    func block(_ code: String, _ showType: String = "OLD", audience: JSONValue = .null) throws -> BlockResource {
        try BlockResource(checking: [
            "blockCode": .string(code), "showType": .string(showType), "audience": audience,
            "content": ["list": [.string(code)]],
        ])
    }

    func text(_ page: PublishedPage, _ client: ClientContext = ClientContext()) -> String {
        page.encoded(page.rules.key(for: client)).text
    }

    /// Why a text is not a key of a page.
    func refusal(_ text: String, of page: PublishedPage) throws -> String {
        let text = try #require(EncodedAudienceKey(text), "\(text)")
        do {
            _ = try page.key(decoding: text)
        } catch {
            switch error {
            case .outdated: return "outdated"
            case .malformed: return "malformed"
            default: return "another error"
            }
        }
        return ""
    }

    func key(_ text: String, of page: PublishedPage) throws -> AudienceKey {
        try page.key(decoding: try #require(EncodedAudienceKey(text), "\(text)"))
    }

    /// Checks 5,000 contexts on pages with random conditions; `HOMEBLOCKS_AUDIENCE_CONTEXTS` changes the number.
    @Test func theDocumentOfAKey_isThatOfEveryClientThatHasIt() throws {
        let contexts = ProcessInfo.processInfo.environment["HOMEBLOCKS_AUDIENCE_CONTEXTS"].flatMap { Int($0) } ?? 5_000
        var generator = SeededGenerator(seed: 19)
        let perPage = 250
        var (clients, keys) = (0, 0)
        while clients < contexts {
            let page = page(try RandomConditions.blocks(&generator))
            var documents: [String: [UInt8]] = [:]
            for _ in 0..<perPage {
                let client = RandomConditions.client(&generator)
                let text = text(page, client)
                let known = documents[text]
                let byKey = try known ?? page.variant(key(text, of: page)).document()
                documents[text] = byKey
                try #require(byKey == page.variant(for: client).document(), "\(client) \(text)")
                #expect(text.utf8.count <= EncodedAudienceKey.maximumLength)
                clients += 1
            }
            keys += documents.count
        }
        // The conditions distinguish clients, and many clients share a key.
        #expect(keys > contexts / perPage * 4 && keys < contexts / 2)
    }

    @Test func aKey_isTheSame_onEveryNodeAndInEveryVersion() throws {
        let page = page(
            [
                try block("A", audience: ["platforms": ["web", "ios"], "appVersion": ["min": "9.0", "max": "9.9"]]),
                try block("B", audience: ["locales": ["zh-Hant", "en"], "percent": 12, "seed": "s"]),
                try block("C", "NEW"),
            ])
        let client = ClientContext(platform: .web, appVersion: AppVersion("9.1"), uid: "u")
        // Caches may store these keys: changing them requires another first element in `AudienceRules.identifier(of:)`.
        #expect(text(page, client) == "lUJ-NWDZcu1B.F")
        #expect(text(self.page([])) == "72FzWvMAtn9F.A")
    }

    @Test func otherConditions_orAnotherPage_outdateAKey() throws {
        let ios = try block("A", audience: ["platforms": ["ios"]])
        let old = text(page([ios]))
        #expect(text(page([ios, try block("B"), try block("C", audience: ["platforms": ["ios"]])])) == old)
        let others = [
            page([ios], slug: "q"), page([]), page([try block("A", audience: ["platforms": ["web"]])]),
            page([try block("A", audience: ["platforms": ["ios"], "locales": ["en"]])]),
            page([ios, try block("B", "NEW")]),
        ]
        for other in others {
            #expect(try refusal(old, of: other) == "outdated")
        }
    }

    @Test func aNamedAudience_hasTheKeysOfItsConditions() throws {
        let conditions: JSONValue = ["platforms": ["ios"]]
        let own = page([try block("A", audience: conditions), try block("B")])
        let named = page([
            try block("A", audience: ["name": "apples", "platforms": ["ios"]]), try block("B", audience: conditions),
        ])
        #expect(text(named) == text(own))
        #expect(
            named.rules.key(for: ClientContext(platform: .ios)) == own.rules.key(for: ClientContext(platform: .ios)))
    }

    @Test(arguments: [
        "", ".", "x", "AAAAAAAAAAAA", "AAAAAAAAAAAA.", "AAAAAAAAAAA.A", "AAAAAAAAAAAAA.A", "AAAAAAAAAAAA.A.A",
        "AAAAAAAAAAAA.A=", "AAAAAAAAAAAA.\u{e4}", "AAAAAAAAAAA\u{e4}.A", "AAAAAAAAAAAA.A B", "AAAAAAAA+AAA.A",
        "AAAAAAAAAAAA.A\0", "AAAAAAAAAAAA." + String(repeating: "A", count: EncodedAudienceKey.maximumLength - 12),
    ])
    func otherTexts_areNotKeys(_ text: String) { #expect(EncodedAudienceKey(text) == nil) }

    @Test func eachKey_hasOneText() throws {
        var localized = try block("B")
        localized.localizations = ["en": ["title": "en"], "zh": ["title": "zh"]]
        let page = page([try block("A", audience: ["platforms": ["ios"]]), localized])
        let rules = text(page).prefix(13)
        for answers in ["AA", "AB", "AC", "BA", "BB", "BC"] {
            let key = try key(rules + answers, of: page)
            #expect(page.encoded(key).text == rules + answers)
        }
        // A bit without a condition, an unknown language, a missing or an additional digit.
        for answers in ["CA", "_A", "AD", "A_", "A", "AAA"] {
            #expect(try refusal(rules + answers, of: page) == "malformed", "\(answers)")
        }
        let plain = self.page([])
        #expect(try refusal(text(plain).prefix(13) + "B", of: plain) == "malformed")
    }

    @Test func thePageWithTheMostConditions_hasAKey() throws {
        var tags: JSONObject = [:]
        for number in 1..<BlockResource.maximumLocalizations { tags["x-a-\(number)"] = ["title": "t"] }
        let blocks = try (0..<PageDocument.maximumBlocks).map { number in
            var block = try block("B\(number)", "NEW", audience: ["percent": 50, "seed": .string("s\(number)")])
            block.localizations = tags
            block.localizations["x-b-\(number)"] = ["title": "b"]
            block.fallback = Fallback(showType: "NEWEST", content: ["list": [1]])
            return block
        }
        let page = page(blocks)
        let client = ClientContext(platform: .ios, appVersion: AppVersion("9"), uid: "u")
        let text = text(page, client)
        #expect(text.utf8.count > 1100)
        #expect(try key(text, of: page) == page.rules.key(for: client))
    }
}

/// Random audiences, languages and layouts, and clients that meet some of them.
private enum RandomConditions {
    private static let platforms: [JSONValue] = ["ios", "android", "web"]
    private static let versions = ["8", "8.9", "9.0-beta", "9.0", "9.0.1", "10.2.1", "10.3+5"]
    private static let languages = ["en", "zh", "zh-Hant", "fr-CA", "ja"]
    static let declared =
        AudienceAttributes([.init("city", ["a", "b", "c"]), .init("member", ["no", "vip"])]) ?? .none

    static func blocks(_ generator: inout SeededGenerator) throws -> [BlockResource] {
        try (0..<Int.random(in: 0...7, using: &generator)).map { number in
            var block = try BlockResource(checking: [
                "blockCode": .string("B\(number)"), "content": ["list": [JSONValue(number)]],
                "showType": .string(["OLD", "OLD", "NEW", "NEWEST"].randomElement(using: &generator) ?? "OLD"),
                "audience": Bool.random(using: &generator) ? audience(&generator) : .null,
            ])
            if Bool.random(using: &generator) {
                block.fallback = Fallback(
                    showType: Bool.random(using: &generator) ? "OLD" : "NEW", content: ["list": [0]])
            }
            if Int.random(in: 0..<3, using: &generator) == 0 {
                for language in languages where Bool.random(using: &generator) {
                    block.localizations[language] = language == "ja" ? ["list": []] : ["title": .string(language)]
                }
            }
            return block
        }
    }

    private static func audience(_ generator: inout SeededGenerator) -> JSONValue {
        var members: JSONObject = [:]
        func sometimes(_ name: String, _ value: (inout SeededGenerator) -> JSONValue) {
            if Bool.random(using: &generator) { members[name] = value(&generator) }
        }
        sometimes("platforms") {
            .array(Array(platforms.shuffled(using: &$0).prefix(Int.random(in: 1...2, using: &$0))))
        }
        sometimes("locales") {
            .array(languages.shuffled(using: &$0).prefix(Int.random(in: 1...2, using: &$0)).map { .string($0) })
        }
        sometimes("attributes") { generator in
            let values = ["a", "b", "c", "gone"].shuffled(using: &generator).prefix(2).map { JSONValue.string($0) }
            return Bool.random(using: &generator)
                ? ["city": .array(values)] : ["city": .array(values), "member": ["vip"]]
        }
        sometimes("appVersion") { generator in
            if members["platforms"] == nil, Bool.random(using: &generator) {
                return ["ios": ["min": .string(versions.randomElement(using: &generator) ?? "8")], "web": .object([:])]
            }
            return [
                (Bool.random(using: &generator) ? "min" : "max"): .string(
                    versions.randomElement(using: &generator) ?? "8")
            ]
        }
        sometimes("percent") { JSONValue(Int.random(in: 0...100, using: &$0)) }
        if members["percent"] != nil { members["seed"] = .string(Bool.random(using: &generator) ? "a" : "b") }
        return .object(members)
    }

    static func client(_ generator: inout SeededGenerator) -> ClientContext {
        ClientContext(
            platform: [nil, .ios, .android, .web].randomElement(using: &generator) ?? nil,
            appVersion: Bool.random(using: &generator)
                ? versions.randomElement(using: &generator).flatMap { AppVersion($0) } : nil,
            locales: (languages + ["zh-Hant-HK", "fr", "de"]).shuffled(using: &generator)
                .prefix(Int.random(in: 0...3, using: &generator)).compactMap { LanguageTag($0) },
            uid: Bool.random(using: &generator) ? "u\(Int.random(in: 0..<1000, using: &generator))" : nil,
            attributes: values(&generator))
    }

    private static func values(_ generator: inout SeededGenerator) -> AttributeValues {
        let city = ["", "a", "b", "c", "rome"].randomElement(using: &generator)
        let member = ["", "no", "vip"].randomElement(using: &generator)
        return declared.values { $0 == "attr.city" ? city : member }
    }
}
