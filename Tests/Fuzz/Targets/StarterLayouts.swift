import Foundation
import HomeBlocks
import Publishing

/// The layouts that the server uses by default.
enum StarterLayouts {
    private static let loaded = Result { () throws in
        let files = try FileManager.default.contentsOfDirectory(
            at: FuzzTarget.configuration.appending(path: "block-types"), includingPropertiesForKeys: nil)
        let documents = try files.filter { $0.pathExtension == "json" }.map { file in
            (file.deletingPathExtension().lastPathComponent, try JSONValue(parsing: try Data(contentsOf: file)))
        }
        return try BlockTypeCatalog(documents: Dictionary(documents, uniquingKeysWith: { $1 }))
    }

    static func catalog() throws(BrokenRule) -> BlockTypeCatalog {
        do {
            return try loaded.get()
        } catch {
            throw BrokenRule(description: "config/block-types cannot be used: \(error)")
        }
    }
}
