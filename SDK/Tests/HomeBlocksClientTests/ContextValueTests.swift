import Foundation
import HomeBlocks
import Testing

@testable import HomeBlocksClient

/// The values of a context are sent in the form that servers read, regardless of the notation of the system.
@Suite(.timeLimit(.minutes(1))) struct ContextValueTests {
    static let versions: [(String, String?)] = [
        ("9.1.0", "9.1.0"), ("9", "9"), ("9.1.0.2", "9.1.0.2"), ("9.1.0-beta.1+5", "9.1.0-beta.1+5"),
        ("9.1.0+77", "9.1.0+77"), ("9.10.1 (1234)", "9.10.1"), ("9.10.1(1234)", "9.10.1"), ("v9.1.0", "9.1.0"),
        (" V9.1\n", "9.1"), ("9.1.0.2.7", "9.1.0.2"), ("9.1.0.2.7-beta", "9.1.0.2"), ("9.1.0 build 12", "9.1.0"),
        ("9.1.0-beta.1 (7)", "9.1.0-beta.1"), ("9.1b2", "9.1"), ("9.", "9"), ("9..1", "9"), ("9.1-", "9.1"),
        ("9.1.0-a..b", "9.1.0"), ("9.1234567890", "9"), ("1234567890", nil), ("", nil), ("dev", nil), (".9", nil),
        ("v", nil), ("９.1", nil), ("9.1.0-" + String(repeating: "a", count: 80), "9.1.0"),
    ]

    @Test(arguments: versions) func version(_ text: String, _ sent: String?) {
        #expect(ContextValue.version(text) == sent)
    }

    static let languages: [(String, String?)] = [
        ("zh-Hant-HK,en", "zh-Hant-HK,en"), ("zh_TW", "zh-TW"), ("zh_Hant_TW", "zh-Hant-TW"),
        ("ZH-hant-tw", "zh-Hant-TW"),
        ("zh_TW_#Hant", "zh-Hant-TW"), ("en_US@calendar=buddhist", "en-US"),
        ("zh-TW@calendar=roc;numbers=latn", "zh-TW"),
        ("en_US.UTF-8", "en-US"), ("zh-CN,zh;q=0.9, en;q=0.8", "zh-CN,zh,en"), ("es-419", "es-419"),
        ("ca_ES_VALENCIA", "ca-ES-valencia"), ("de-DE-u-co-phonebk", "de-DE"),
        ("sl-rozaj-biske-1994", "sl-rozaj-biske-1994"),
        ("*", nil), ("", nil), (",,", nil), ("C", nil), ("x-private", nil), ("中文", nil), ("en,EN,en_", "en"),
        ("-en", "en"), ("en-US-😀", "en-US"), ("*,fr", "fr"),
        ("a1,aa,bb,cc,dd,ee,ff,gg,hh,ii,jj,kk", "aa,bb,cc,dd,ee,ff,gg,hh,ii,jj"),
    ]

    @Test(arguments: languages) func language(_ text: String, _ sent: String?) {
        #expect(ContextValue.languages(text) == sent)
    }

    @Test func normalizing_isIdempotent() {
        for (_, sent) in Self.versions { #expect(sent.flatMap(ContextValue.version) == sent) }
        for (_, sent) in Self.languages { #expect(sent.flatMap(ContextValue.languages) == sent) }
    }

    @Test func theLanguagesOfTheDevice_areBCP47() throws {
        for identifier in Locale.availableIdentifiers {
            let tag = try #require(ContextValue.languages(identifier), "\(identifier)")
            #expect(tag.utf8.allSatisfy { (0x30...0x7A).contains($0) && $0 != 0x5F || $0 == 0x2D }, "\(identifier)")
        }
    }

    @Test func aContext_isSentInNormalizedForm() async throws {
        try await ScriptedServer.run({ _, _ in ScriptedServer.page() }) { server in
            let context = HomePageContext(
                platform: .ios, appVersion: "v9.10.1 (1234)", locale: "zh_Hant_TW@calendar=roc,en_US")
            _ = try await HomePageClient(server: server.url, context: context).page()
            let unknown = HomePageContext(platform: .ios, appVersion: "dev", locale: "*")
            _ = try await HomePageClient(server: server.url, context: unknown).page()
            #expect(
                await server.log.requests.map(\.parameters) == [
                    ["platform": "ios", "appVersion": "9.10.1", "locale": "zh-Hant-TW,en-US"], ["platform": "ios"],
                ])
        }
    }
}
