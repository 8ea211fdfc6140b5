import Foundation
import HomeBlocks
import Publishing

/// The layouts that the server knows unless it is told others.
enum StarterLayouts {
    private static let loaded = Result { () throws in
        let files = try FileManager.default.contentsOfDirectory(
            at: FuzzTarget.configuration.appending(path: "block-types"), includingPropertiesForKeys: nil)
        return BlockTypeCatalog(
            try files.filter { $0.pathExtension == "json" }.map { file in
                try BlockType(
                    showType: file.deletingPathExtension().lastPathComponent,
                    json: try JSONValue(parsing: try Data(contentsOf: file)))
            })
    }

    static func catalog() throws(BrokenRule) -> BlockTypeCatalog {
        do {
            return try loaded.get()
        } catch {
            throw BrokenRule(description: "config/block-types cannot be used: \(error)")
        }
    }
}
