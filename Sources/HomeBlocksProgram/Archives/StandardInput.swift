import Foundation

/// What comes through standard input, as a file.
struct StandardInput {
    let path: String

    /// - Throws: ``ProgramError`` if somebody would have to type it, or it cannot be kept.
    init() throws {
        guard !Terminal.isInputInteractive else {
            throw ProgramError("Standard input is a terminal. Send the file through it: … | homeblocks import -")
        }
        path = NSTemporaryDirectory() + "homeblocks-\(UUID().uuidString)"
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw ProgramError("Standard input cannot be kept in \(NSTemporaryDirectory()). Name a file.") }
        defer { try? handle.close() }
        do {
            while let part = try FileHandle.standardInput.read(upToCount: 1 << 20), !part.isEmpty {
                try handle.write(contentsOf: part)
            }
        } catch {
            remove()
            throw ProgramError("Standard input cannot be kept in \(NSTemporaryDirectory()). Make room, or name a file.")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
