import Foundation
import TestSupport
import Testing

@testable import Publishing

/// Languages as devices send them.
@Suite(.timeLimit(.minutes(1))) struct LanguageTagTests {
    func tags(_ texts: [String]) throws -> [LanguageTag] { try texts.map { try #require(LanguageTag($0), "\($0)") } }

    @Test func everyDevice_getsItsText() throws {
        let table = Project.folder.appending(path: "Tests/Languages/devices.tsv")
        let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.count >= 200)
        for line in lines {
            let columns = line.split(separator: "\t").map(String.init)
            try #require(columns.count == 4, "\(line)")
            let texts = try tags(columns[2].split(separator: ",").map(String.init).sorted())
            let list = LanguageList(reading: columns[1])
            let found = LanguageTag.lookup(list.tags, among: texts).map { texts[$0].text } ?? "-"
            #expect(found == columns[3], "\(line)")
        }
    }

    @Test(arguments: [
        // A tag includes more specific ones.
        ("zh", "zh-TW", true), ("zh", "zh-Hans-CN", true), ("zh-Hant", "zh-MO", true), ("zh-Hant", "zh-CN", false),
        ("zh-TW", "zh-Hant-TW", true), ("zh-TW", "zh_TW_#Hant", true), ("zh-CN", "zh-Hans", true),
        ("zh-CN", "zh", true),
        ("en-US", "en-US-u-ca-buddhist", true), ("he", "iw-IL", true), ("iw", "he", true), ("no", "nb-NO", true),
        ("es-419", "es-MX", true), ("en-001", "en-GB", true), ("sr-Latn", "sh", true), ("en-GB", "en-UK", true),
        // A region does not include another one, nor a script.
        ("zh-TW", "zh-HK", false), ("zh-HK", "zh-MO", false), ("en-US", "en-GB", false), ("pt-PT", "pt-AO", false),
        ("zh-TW", "zh-Hans-TW", false), ("zh-Hans", "zh-TW", false), ("zh-Hant", "zh", false), ("no", "nn", false),
        ("zh", "yue", false), ("es-419", "es-ES", false),
        // A language without a region, after the same language with one, adds nothing.
        ("zh-CN", "zh-HK,zh", false), ("en-US", "en-GB,en;q=0.9", false), ("zh", "zh-HK,zh", true),
        ("en-US", "en-GB,en-US,en", true), ("fr", "en-GB,en,fr", true), ("en", "*", false), ("en", "", false),
    ])
    func anAudience_includesReadersOfItsLanguage(_ tag: String, _ sent: String, _ isIncluded: Bool) throws {
        #expect(LanguageTag.includes(try tags([tag]), LanguageList(reading: sent).tags) == isIncluded)
    }

    @Test func invalidTags_areRefused() {
        for text in [
            "", "-", "a", "zh-", "zh--TW", "-TW", "zh TW", "toolongname", "zh-toolongname", "1", "é", "x", "zh#",
        ] {
            #expect(LanguageTag(text) == nil, "\(text)")
        }
    }

    @Test func anyTag_isReadWithoutHarm() {
        var generator = SeededGenerator(seed: 116)
        let parts = [
            "zh", "cmn", "x", "i", "Hant", "tw", "419", "u", "ca", "chs", "abcdefgh", "1996", "", "und", "sh", "UK",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...6, using: &generator)
            let chosen = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }
            let text = chosen.joined(separator: ["-", "_", "_#", ","].randomElement(using: &generator) ?? "-")
            let list = LanguageList(reading: text)
            #expect(list.tags.count <= LanguageList.maximumCount)
            // A tag always fits itself.
            for tag in list.tags { #expect(LanguageTag.lookup([tag], among: [tag]) == 0, "\(text)") }
            if let tag = list.tags.first { #expect(LanguageTag.includes([tag], [tag]), "\(text)") }
        }
    }
}
