import Foundation
import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Where the lists of what published clients decode are at hand, the starter page is held against them.
@Suite(.enabled(if: Project.reference("wire/reference-client-required-paths.tsv") != nil))
struct RequiredPathsTests {
    func rows(_ file: String) throws -> [[String]] {
        let text = String(decoding: try #require(Project.reference("wire/\(file)")), as: UTF8.self)
        return text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    }

    /// The parents that exist of a path such as `data.blocks[].uiElement`, and what each has there.
    func values(_ path: String, in document: JSONValue) -> [JSONValue?] {
        var parents: [JSONValue?] = [document]
        for part in path.split(separator: ".") {
            let name = part.replacingOccurrences(of: "[]", with: "")
            parents = parents.compactMap { $0?.object }.map { $0[name] }
            if part.hasSuffix("[]") { parents = parents.flatMap { $0?.array ?? [] } }
        }
        return parents
    }

    func document() throws -> JSONValue {
        let page = try Project.page("music")
        return try JSONValue(parsing: try PublishedPageTests().published(page.blocks, data: page.data).document())
    }

    @Test func starterPage_hasEveryRequiredPath() throws {
        let document = try document()
        let rows = try rows("reference-client-required-paths.tsv")
        #expect(rows.count == 444)
        for row in rows {
            for value in values(row[0], in: document) {
                if row[1] == "REQUIRED" { #expect(value != nil, "\(row[0]) is missing") }
                if row[2] == "NONNULL" { #expect(value != .null, "\(row[0]) is null") }
            }
        }
    }

    @Test func starterPage_keepsClosedTypesClosed() throws {
        let document = try document()
        for row in try rows("reference-client-closed-types.tsv") where row[1] == "MUST_BE_NULL" {
            for value in values(row[0], in: document) { #expect(value == nil || value == .null, "\(row[0])") }
        }
    }
}
