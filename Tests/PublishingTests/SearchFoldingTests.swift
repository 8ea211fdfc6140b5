import Foundation
import TestSupport
import Testing

@testable import Publishing

/// The text folding of searches. `Tests/harness/folding.py` generates the cases from Python's Unicode tables.
@Suite(.timeLimit(.minutes(2))) struct SearchFoldingTests {
    /// A text and its folded form.
    private struct Case {
        let text: String
        let folded: String

        init(_ line: Substring) {
            let parts = line.split(separator: ";", omittingEmptySubsequences: false).map(Self.text)
            (text, folded) = (parts[0], parts[parts.count - 1])
        }

        private static func text(_ numbers: Substring) -> String {
            CompatibilityForm.string(
                numbers.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) })
        }
    }

    private func cases() throws -> [Case] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let path = Project.folder.appending(path: "Tests/harness/folding.py").path(percentEncoded: false)
        process.arguments = ["python3", path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(Case.init)
    }

    @Test func everyCharacter_andSequencesOfThem_areFoldedAsUnicodeDefines() throws {
        let cases = try cases()
        #expect(cases.count > 150_000)
        var wrong: [String] = []
        for one in cases {
            let folded = SearchFolding.folded(one.text)
            let areSame = folded.unicodeScalars.elementsEqual(one.folded.unicodeScalars)
            if !areSame || SearchFolding.folded(folded) != folded {
                wrong.append(one.text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " "))
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) are wrong: \(wrong.prefix(10))")
    }

    @Test(arguments: [
        ("ﾊﾞﾅｰ", "バナー"), ("Cafe\u{301}", "café"), ("ＳＡＬＥ", "sale"), ("STRASSE", "straße"), ("ὈΔΥΣΣΕΎΣ", "ὀδυσσεύς"),
        ("\u{1112}\u{1161}\u{11AB}", "한"), ("co\u{AD}op", "coop"), ("①", "1"), ("㍿", "株式会社"), ("❤\u{FE0F}", "❤"),
    ]) func differentSpellings_areOne(_ one: String, _ other: String) {
        #expect(SearchFolding.folded(one) == SearchFolding.folded(other))
    }

    @Test(arguments: [
        ("x%y", "%x\\%y%"), ("a_b", "%a\\_b%"), ("c\\d", "%c\\\\d%"), ("%\u{301}", "%\\%\u{301}%"),
    ]) func wildcards_areEscaped_alsoBeforeMarks(_ text: String, _ pattern: String) {
        #expect(Array(SearchText.pattern(containing: text).unicodeScalars) == Array(pattern.unicodeScalars))
    }
}
