import Publishing
import Testing

@Suite(.timeLimit(.minutes(1))) struct AppVersionTests {
    @Test(arguments: [
        ["8.9", "9", "9.0.1", "9.1", "9.10"],
        ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0"],
        ["1.0.0-1", "1.0.0-a", "1"], ["9.0.0.1", "9.0.0.2", "9.0.1"],
    ])
    func versions_standInTheOrderOfSemanticVersioning(_ texts: [String]) throws {
        let versions = try texts.map { try #require(AppVersion($0)) }
        #expect(versions.shuffled().sorted() == versions)
    }

    @Test func missingNumbers_countAsZero_andBuildsDoNotCount() {
        #expect(AppVersion("9") == AppVersion("9.0.0"))
        #expect(AppVersion("9.0+b1") == AppVersion("9.0.0+b2"))
        #expect(AppVersion("9")?.hashValue == AppVersion("9.0.0")?.hashValue)
    }

    @Test(arguments: [
        "", "v9", "9.", ".9", "9..1", "9.1.2.3.4", "9.x", "-1", "9.0-", "9.0-a..b", "9.0+", "9 ", "1234567890", "９",
        "9.1-\u{301}", "9.1+\u{301} x", "9.1-ä",
    ])
    func otherTexts_areNotVersions(_ text: String) { #expect(AppVersion(text) == nil) }
}
