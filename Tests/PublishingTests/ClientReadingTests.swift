import HomeBlocks
import Publishing
import Testing

/// Reading a client's values, and naming the ignored ones.
@Suite(.timeLimit(.minutes(1))) struct ClientReadingTests {
    func read(
        platform: String? = nil, appVersion: String? = nil, locale: String? = nil, uid: String? = nil
    ) -> (client: ClientContext, ignored: String?) {
        var ignored = IgnoredParameters()
        let client = ClientContext(
            reading: platform, appVersion: appVersion, locale: locale, uid: uid, attributes: .none, ignored: &ignored)
        return (client, ignored.text(.none))
    }

    @Test(arguments: [
        ("ios", Platform.ios), ("iOS", .ios), ("IOS", .ios), (" ios ", .ios), ("iPhone OS", .ios),
        ("iPhone OS 17.5", .ios),
        ("iPhone", .ios), ("iPadOS", .ios), ("iPad", .ios), ("iOS/17.5.1", .ios), ("Android", .android),
        ("ANDROID", .android),
        ("Android 14", .android), ("android-34", .android), ("Web", .web), ("H5", .web), ("h5", .web),
    ])
    func aPlatform_isReadInEverySpelling(_ text: String, _ platform: Platform) {
        let (client, ignored) = read(platform: text)
        #expect(client.platform == platform && ignored == nil)
    }

    @Test(arguments: [
        "tv", "psion", "ios,android", "harmony", "h", "h6", "ios; x", "macOS", "null", "undefined", "(null)", " ",
        "\u{0}",
        "ios\u{0}", "i\u{301}os", String(repeating: "ios", count: 1000),
    ])
    func anotherPlatform_isUnknown(_ text: String) {
        let (client, ignored) = read(platform: text)
        #expect(client.platform == nil && ignored == "platform")
    }

    @Test(arguments: [
        ("9.10.1 (1234)", "9.10.1", true), ("9.10.1(1234)", "9.10.1", true), ("v9.1.0", "9.1.0", true),
        ("V 9.1", "9.1", true), ("version 9.1", "9.1", true), ("ver.9.1", "9.1", true), (" 9.1.0 ", "9.1.0", true),
        ("9.1.0 5", "9.1.0", true), ("9.1.0+b 1", "9.1.0", true), ("9.1.0-beta.1 (5)", "9.1.0-beta.1", true),
        ("9.1.0.2.5", "9.1.0.2", false), ("9.1.", "9.1", false), ("9..1", "9", false), ("9.x", "9", false),
        ("9.1.0-", "9.1.0", false), ("9.1.0-beta_1", "9.1.0-beta", false), ("9.1_5", "9.1", false),
        ("9.12345678901", "9", false), ("9.1.0（12）", "9.1.0", false), ("9.1-\u{301}", "9.1", false),
    ])
    func aVersion_isReadUpToItsFirstInvalidCharacter(_ text: String, _ version: String, _ isWhole: Bool) {
        let (client, ignored) = read(appVersion: text)
        #expect(client.appVersion?.text == version && ignored == (isWhole ? nil : "appVersion"))
    }

    @Test(arguments: ["x", "nine", "１", "-1", ".9", "1234567890", "v", "", "null", "\u{0}9", "(9.1)"])
    func aTextThatDoesNotStartWithANumber_isNotAVersion(_ text: String) {
        let (client, ignored) = read(appVersion: text)
        #expect(client.appVersion == nil && ignored == (text.isEmpty ? nil : "appVersion"))
    }

    @Test(arguments: [
        ("zh-CN,zh;q=0.9", ["zh-CN", "zh"], true), ("en;q=0.5, zh-CN ;q=0.9", ["zh-CN", "en"], true), ("*", [], true),
        ("en,*;q=0.1", ["en"], true), ("en;q=0,fr", ["fr"], true), ("en,,", ["en"], true), (",", [], true),
        ("zh_TW_#Hant", ["zh-Hant-TW"], true), ("en_US@calendar=buddhist", ["en-US"], true),
        ("[\"zh-CN\",\"en\"]", ["zh-CN", "en"], true), ("en;q=x", ["en"], false), ("en;q=2,fr", ["en", "fr"], false),
        ("en,!", ["en"], false), ("!", [], false), ("zh-toolongname,en", ["zh", "en"], false), ("undefined", [], false),
        ("en,fr,de,es,it,pt,nl,sv,da,fi,no", ["en", "fr", "de", "es", "it", "pt", "nl", "sv", "da", "fi"], false),
    ])
    func languages_areReadInTheirOrder(_ text: String, _ tags: [String], _ isWhole: Bool) {
        let (client, ignored) = read(locale: text)
        #expect(client.locales.map(\.text) == tags && ignored == (isWhole ? nil : "locale"))
    }

    @Test(arguments: [
        String(repeating: "a-", count: 500_000), String(repeating: "zh_", count: 300_000) + "#Hant",
        "zh-TW@" + String(repeating: "x", count: 1_000_000), String(repeating: ";", count: 1_000_000),
        String(repeating: "[", count: 1_000_000),
    ])
    func aLocaleOfAMegabyte_isReadAsFastAsAShortOne(_ text: String) {
        let start = ContinuousClock.now
        #expect(read(locale: text).client.locales.count <= 1)
        // Only the first hundred characters are read.
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func theMostWantedLanguages_ofMany_count() {
        let many = (0..<300).map { "l\(Character(UnicodeScalar(97 + UInt8($0 % 26)))) ;q=0.\($0 % 9 + 1)" } + ["de"]
        let (client, ignored) = read(locale: many.suffix(60).joined(separator: ","))
        #expect(client.locales.first?.text == "de" && client.locales.count == 10 && ignored == "locale")
    }

    @Test func aUser_isAnyText_ofLimitedLength_exceptWordsForNone() {
        for text in ["7", "用户", " ", "a b", String(repeating: "u", count: 256)] {
            #expect(read(uid: text).client.uid == text && read(uid: text).ignored == nil)
        }
        for text in ["null", "undefined", "(null)", "nil", "None", String(repeating: "u", count: 257)] {
            #expect(read(uid: text).client.uid == nil && read(uid: text).ignored == "uid", "\(text)")
        }
        #expect(read(uid: "").ignored == nil)
    }

    @Test func ignoredParameters_haveTheServersNames_inOneOrder() throws {
        let declared = try #require(AudienceAttributes([.init("member", ["vip"]), .init("city", ["a"])]))
        var ignored = IgnoredParameters()
        let attributes = declared.values { ["attr.city": "x", "attr.member": "vip", "attr.other": "y"][$0] }
        _ = ClientContext(
            reading: "tv", appVersion: "x", locale: "!", uid: "null", attributes: attributes, ignored: &ignored)
        #expect(ignored.text(declared) == "platform, appVersion, locale, uid, attr.city")
        // The last value of a repeated parameter counts.
        var values = AttributeValues.none
        for text in ["x", "a"] {
            Array("city".utf8).withUnsafeBytes { name in
                Array(text.utf8).withUnsafeBytes { declared.set(&values, name, to: $0) }
            }
        }
        var none = IgnoredParameters()
        none.insert(attributesOf: values)
        #expect(none.isEmpty && none.text(declared) == nil)
    }
}
