import Foundation
import SDKTestSupport
import Testing

/// The articles of the client libraries. The server repository's `script/articles` builds their code.
@Suite(.timeLimit(.minutes(1))) struct ArticleTests {
    static let articles = [
        "HomeBlocks/HomeBlocks", "HomeBlocks/Reading-a-document", "HomeBlocks/Layouts-of-your-own",
        "HomeBlocks/Updating-a-list", "HomeBlocks/Counting-impressions",
        "HomeBlocksClient/HomeBlocksClient", "HomeBlocksClient/The-music-home-page",
        "HomeBlocksClient/The-mall-home-page", "HomeBlocksClient/A-list-of-many-requests",
        "HomeBlocksClient/Sections-that-the-app-fills",
        "HomeBlocksClient/News-with-several-kinds-of-cells", "HomeBlocksClient/Moments",
        "HomeBlocksClient/Previews-on-a-phone", "HomeBlocksClient/When-the-network-fails",
        "HomeBlocksClient/With-SwiftUI",
        "HomeBlocksClient/With-a-diffable-data-source", "HomeBlocksClient/With-IGListKit",
        "HomeBlocksTesting/HomeBlocksTesting", "HomeBlocksTesting/Testing-an-app",
    ]

    static let modules = ["HomeBlocks", "HomeBlocksClient", "HomeBlocksTesting"]

    @Test(
        arguments: articles.filter { !["HomeBlocks/HomeBlocks", "HomeBlocksTesting/HomeBlocksTesting"].contains($0) })
    func articles_haveCheckedCode(article: String) throws {
        #expect(try !Self.checkedCode(of: Self.text(of: article)).isEmpty)
    }

    @Test func allArticles_areChecked() throws {
        let files = try Self.modules.flatMap { module in
            try Self.files(in: "Sources/\(module)/\(module).docc", ending: ".md").map { "\(module)/\($0.name)" }
        }
        #expect(files.sorted() == Self.articles.map { $0 + ".md" }.sorted())
    }

    @Test(arguments: modules)
    func everyPublicType_isListedOnTheLandingPage(module: String) throws {
        let page = try Self.text(of: "\(module)/\(module)")
        let names = try Self.sources(of: module).flatMap { Self.publicTypes(in: $0) }
        #expect(!names.isEmpty)
        #expect(names.filter { !page.contains("- ``\($0)``\n") } == [])
    }

    /// Returns the Swift code of an article, except for blocks that are marked as not checked.
    private static func checkedCode(of article: String) throws -> [String] {
        var code: [String] = []
        var open: [String]?
        var last = ""
        for line in article.components(separatedBy: "\n") {
            if let lines = open {
                if line == "```" { code.append(lines.joined(separator: "\n")) }
                open = line == "```" ? nil : lines + [line]
            } else if line == "```swift", last != "<!-- not checked -->" {
                open = []
            }
            last = line
        }
        try #require(open == nil, "unclosed code fence")
        return code
    }

    /// Returns the names of the public top-level types in a file.
    private static func publicTypes(in source: String) -> [String] {
        let keywords: Set = ["class", "struct", "enum", "protocol", "actor", "typealias"]
        return source.components(separatedBy: "\n").compactMap { line in
            let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
            guard line.first?.isWhitespace == false, words.first == "public" else { return nil }
            let declaration = words.dropFirst().drop { $0 == "final" }
            guard let keyword = declaration.first, keywords.contains(String(keyword)) else { return nil }
            return declaration.dropFirst().first.map { String($0.prefix { $0.isLetter || $0.isNumber }) }
        }
    }

    private static func text(of article: String) throws -> String {
        let parts = article.split(separator: "/")
        let file = "Sources/\(parts[0])/\(parts[0]).docc/\(parts[1]).md"
        return try String(contentsOf: RecordedDocuments.package.appendingPathComponent(file), encoding: .utf8)
    }

    private static func files(in folder: String, ending suffix: String) throws -> [(name: String, text: String)] {
        let folder = RecordedDocuments.package.appendingPathComponent(folder)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(suffix) }.sorted()
            .map { ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) }
    }

    private static func sources(of module: String) throws -> [String] {
        let folder = RecordedDocuments.package.appendingPathComponent("Sources/\(module)")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    }
}
