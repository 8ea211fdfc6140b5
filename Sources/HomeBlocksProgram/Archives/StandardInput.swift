import Foundation

/// A copy of standard input in a file, because archives need random access.
struct StandardInput {
    let path: String

    /// - Parameter folder: the folder of the copy.
    /// - Throws: ``ProgramError`` if standard input is a terminal or too large, or if the copy cannot be written.
    init(in folder: String, maximumBytes: Int) throws {
        guard !Terminal.isInputInteractive else {
            throw ProgramError("Standard input is a terminal. Send the file through it: … | homeblocks import -")
        }
        path = (folder as NSString).appendingPathComponent("homeblocks-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw ProgramError("Standard input cannot be copied to \(folder). Name a file, or set TMPDIR.") }
        defer { try? handle.close() }
        do {
            var count = 0
            while let part = try FileHandle.standardInput.read(upToCount: 1 << 20), !part.isEmpty {
                count += part.count
                guard count <= maximumBytes else {
                    throw ProgramError("Standard input is larger than the limit of \(maximumBytes >> 20) MiB.")
                }
                try handle.write(contentsOf: part)
            }
        } catch let error as ProgramError {
            remove()
            throw error
        } catch {
            remove()
            throw ProgramError("Standard input cannot be copied to \(folder). Free some space, or name a file.")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
