public import Foundation
public import Publishing

@testable import HomeBlocksProgram

/// The project's own files, for tests.
public enum Project {
    public static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let configuration = ConfigurationFolder(url: folder.appending(path: "config"))

    // Read once: most tests need it.
    private static let standardCatalog = Result { try configuration.catalog(.standard) }
    private static let starterPages = Result { try configuration.starterPages() }

    public static func catalog() throws -> BlockTypeCatalog { try standardCatalog.get() }

    public static func assets() throws -> [String: [UInt8]] { try configuration.assets() }

    /// A starter page.
    public static func page(_ slug: String) throws -> PageDocument {
        guard let page = try starterPages.get().first(where: { $0.slug == slug }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return page.document
    }

    /// A starter page without the sections with an audience or a schedule.
    public static func plainPage(_ slug: String) throws -> PageDocument {
        var page = try page(slug)
        page.blocks.removeAll { $0.audience != nil || $0.from != nil }
        return page
    }

    /// A file of a folder with real responses and the requirements of clients, if it exists next to the project.
    public static func reference(_ path: String) -> Data? {
        let parent = folder.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path(percentEncoded: false))) ?? []
        return names.sorted().lazy.compactMap { name in
            FileManager.default.contents(
                atPath: parent.appending(path: "\(name)/\(path)").path(percentEncoded: false))
        }.first
    }
}
