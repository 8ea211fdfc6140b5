public import Foundation
public import HomeBlocks

/// The starter pages, as sent to a client without a context, recorded in `Sources/HomeBlocksTesting/Documents`.
public enum RecordedDocuments {
    /// The folder of the package.
    public static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The names of the pages.
    public static let pages = ["music", "mall", "demo", "news", "moments"]

    /// The response body of `GET /homepage` for a page.
    public static func text(_ page: String) throws -> Data {
        try Data(contentsOf: package.appendingPathComponent("Sources/HomeBlocksTesting/Documents/\(page).json"))
    }

    public static func json(_ page: String) throws -> JSONValue { try JSONValue(parsing: try text(page)) }

    public static func page(_ page: String) throws -> HomePage { try HomePage(parsing: try text(page)) }

    public static func block(_ code: String, of page: String) throws -> Block {
        guard let block = try Self.page(page).data.blocks.first(where: { $0.blockCode == code }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return block
    }

    /// Returns a file with a response of a production server, if a folder with such files is next to the project.
    public static func capture(_ path: String) -> Data? {
        // The package may be its own repository, or a folder of another one.
        [package, package.deletingLastPathComponent()].lazy.compactMap { project in
            let parent = project.deletingLastPathComponent()
            let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
            return names.sorted().lazy.compactMap { name in
                FileManager.default.contents(atPath: parent.appendingPathComponent("\(name)/\(path)").path)
            }.first
        }.first
    }
}
