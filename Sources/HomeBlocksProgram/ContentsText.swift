import Foundation
import SQLiteStore

/// What an operator at a terminal is told about a database file.
enum ContentsText {
    static func describe(_ contents: DatabaseContents) -> String {
        let pages = contents.pages.map { page in "\(page.slug) \(page.revision.map { "\($0)" } ?? "(nothing live)")" }
        let count = pages.count == 1 ? "1 page" : "\(pages.count) pages"
        let list = pages.isEmpty ? "" : " up to " + pages.joined(separator: ", ")
        return "\(count)\(list) (\(size(contents.size)))"
    }

    /// How large a file is, in the unit that people use for it.
    static func size(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\((bytes + 1023) >> 10) KiB" : String(format: "%.1f MiB", Double(bytes) / Double(1 << 20))
    }
}
