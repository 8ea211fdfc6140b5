import Foundation
import HomeBlocksClient

/// The folder of a bundle. It is replaced as a whole, and only if it is empty or a bundle itself.
struct BundleFolder {
    private let url: URL
    private let manager = FileManager.default

    /// - Parameter path: the folder, or a symbolic link to it, which stays.
    init(_ path: String) { url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath() }

    private var path: String { url.path(percentEncoded: false) }

    /// Rejects a folder that `export --bundle` has not written.
    ///
    /// - Throws: ``ProgramError`` with the reason.
    func check() throws {
        var isFolder: ObjCBool = false
        guard manager.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        guard isFolder.boolValue else { throw ProgramError("\(path) is not a folder. Name another one.") }
        guard let files = try? manager.contentsOfDirectory(atPath: path) else {
            throw ProgramError("The folder \(path) cannot be read. Name another one.")
        }
        guard files.isEmpty || (try? BundledResponses(folder: url)) != nil else {
            throw ProgramError("The folder \(path) has other files. Name another one, or empty it.")
        }
    }

    /// Replaces the folder. On failure, the old one is kept.
    ///
    /// - Throws: ``ProgramError`` if it cannot be written.
    func replace(with files: [(name: String, body: Data)]) throws {
        try check()
        let (made, old) = (sibling("new"), sibling("old"))
        do {
            try manager.createDirectory(at: made, withIntermediateDirectories: true)
            for file in files { try file.body.write(to: made.appending(path: file.name)) }
            if manager.fileExists(atPath: path) { try manager.moveItem(at: url, to: old) }
            do {
                try manager.moveItem(at: made, to: url)
            } catch {
                try? manager.moveItem(at: old, to: url)
                throw error
            }
            try? manager.removeItem(at: old)
        } catch {
            try? manager.removeItem(at: made)
            throw ProgramError("The folder \(path) cannot be written.")
        }
    }

    /// A free name in the same folder.
    private func sibling(_ suffix: String) -> URL {
        url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent)-\(UUID().uuidString)-\(suffix)")
    }
}
