public import Foundation
public import Publishing

@testable import HomeBlocksProgram

/// The project's own files, for tests.
public enum Project {
    public static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let configuration = ConfigurationFolder(url: folder.appending(path: "config"))

    public static func catalog() throws -> BlockTypeCatalog { try configuration.catalog() }

    public static func assets() throws -> [String: [UInt8]] { try configuration.assets() }

    /// A starter page.
    public static func page(_ slug: String) throws -> PageDocument {
        guard let page = try configuration.starterPages().first(where: { $0.slug == slug }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return page.document
    }

    /// A file that stands beside the project on some machines only.
    public static func reference(_ path: String) -> Data? {
        FileManager.default.contents(
            atPath: folder.deletingLastPathComponent().appending(path: "shared/\(path)").path(percentEncoded: false))
    }
}
