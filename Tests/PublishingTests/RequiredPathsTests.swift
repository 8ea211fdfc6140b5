import Foundation
import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Compares the starter page with the paths that published clients decode, if the lists of these are available.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Project.reference("wire/reference-client-required-paths.tsv") != nil))
struct RequiredPathsTests {
    func rows(_ file: String) throws -> [[String]] {
        let text = String(decoding: try #require(Project.reference("wire/\(file)")), as: UTF8.self)
        return text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    }

    /// The value at a path such as `data.blocks[].uiElement` in each parent that exists.
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
        return try JSONValue(
            parsing: try PublishedPageTests().published(page.blocks, data: page.data).variant(for: ClientContext())
                .document())
    }

    @Test func starterPage_hasEveryRequiredPath() throws {
        let document = try document()
        let rows = try rows("reference-client-required-paths.tsv")
        #expect(rows.count == 444)
        for row in rows {
            let values = values(row[0], in: document)
            #expect(!values.isEmpty, "\(row[0]) has no parent")
            for value in values {
                if row[1] == "REQUIRED" { #expect(value != nil, "\(row[0]) is missing") }
                if row[2] == "NONNULL" { #expect(value != .null, "\(row[0]) is null") }
            }
        }
    }

    @Test func starterPage_keepsClosedTypesClosed() throws {
        let document = try document()
        for row in try rows("reference-client-closed-types.tsv") {
            let values = values(row[0], in: document).compactMap(\.self).filter { $0 != .null }
            if row[1] == "MUST_BE_NULL" {
                #expect(values.isEmpty, "\(row[0])")
            } else if row[1].hasPrefix("CLOSED_ENUM ") {
                var allowed = row[1].dropFirst("CLOSED_ENUM ".count).split(separator: "|").map(String.init)
                // Every client of the family knows both of these.
                if row[0].hasSuffix("actionType") { allowed += ["orpheus", "client_customized"] }
                for value in values { #expect(allowed.contains(value.string ?? ""), "\(row[0]) is \(value)") }
            }
        }
    }
}
