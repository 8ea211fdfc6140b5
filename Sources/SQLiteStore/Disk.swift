import Foundation

/// Operations on files: their identity, durability, names and permissions.
enum Disk {
    /// The identity of a file, whatever its name.
    struct Identity: Equatable, Sendable {
        let device: UInt64
        let number: UInt64
    }

    static func identity(of path: String) -> Identity? {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        return Identity(
            device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(truncatingIfNeeded: info.st_ino))
    }

    static func exists(_ path: String) -> Bool { identity(of: path) != nil }

    /// A value that changes when a file is written or replaced.
    static func mark(of path: String) -> [Int] {
        var info = stat()
        guard stat(path, &info) == 0 else { return [] }
        #if canImport(Darwin)
            let written = info.st_mtimespec
        #else
            let written = info.st_mtim
        #endif
        return [Int(truncatingIfNeeded: info.st_ino), Int(info.st_size), Int(written.tv_sec), Int(written.tv_nsec)]
    }

    /// The size of a file in bytes; 0 if it does not exist.
    static func size(of path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    /// The free space on a file's disk in bytes; nil if unknown.
    static func freeSpace(for path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder(of: path))
        return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
    }

    /// The path of a file with links resolved, even if the file does not exist yet.
    static func resolved(_ path: String) -> String {
        if let whole = realName(path) { return whole }
        var name = path
        // A link may point to a file that does not exist yet. The limit ends circular links.
        for _ in 0..<40 {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: name) else { break }
            name = next.hasPrefix("/") ? next : "\(folder(of: name))/\(next)"
        }
        let last = (name as NSString).lastPathComponent
        guard !last.isEmpty, let folder = realName(Self.folder(of: name)) else { return path }
        return folder == "/" ? "/\(last)" : "\(folder)/\(last)"
    }

    private static func realName(_ path: String) -> String? {
        guard let name = realpath(path, nil) else { return nil }
        defer { free(name) }
        return String(cString: name)
    }

    /// The folder that a file is in.
    static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// Creates an empty file, readable by this user only. The name must be free.
    static func create(_ path: String) throws {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw refusal(path, .create) }
        close(descriptor)
    }

    /// Flushes a file's content to disk.
    static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(path, .read) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw refusal(path, .synchronize) }
    }

    /// Writes bytes to a new file, flushes them to disk and removes the file.
    static func allocate(_ count: Int, at path: String) throws(POSIXError) {
        let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw lastError }
        defer { close(descriptor) }
        // From now on the system removes the file, whatever happens to this process.
        guard unlink(path) == 0 else { throw lastError }
        let bytes = [UInt8](repeating: 0, count: count)
        var written = 0
        while written < count {
            let result = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, count - written) }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { throw lastError }
            written += result
        }
        guard fsync(descriptor) == 0 else { throw lastError }
    }

    /// Appends everything that can be read from a descriptor to a file.
    static func append(from input: Int32, to path: String) throws {
        let output = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard output >= 0 else { throw refusal(path, .write) }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw refusal(path, .read) }
            if count == 0 { return }
            var written = 0
            while written < count {
                let result = buffer.withUnsafeBytes { bytes in
                    write(output, bytes.baseAddress.map { $0 + written }, count - written)
                }
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { throw refusal(path, .write) }
                written += result
            }
        }
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    /// Renames a file atomically and durably. Replaces any file that had the new name.
    static func move(_ old: String, to new: String) throws {
        try naming(new) { guard rename(old, new) == 0 else { throw refusal(new, .write) } }
    }

    /// Gives a file a new name durably, unless a file with that name exists. The old name may remain.
    ///
    /// - Returns: whether the name was free.
    static func moveToFreeName(_ old: String, to new: String) throws -> Bool {
        var isFree = true
        try naming(new) {
            if link(old, new) == 0 { return }
            // Some file systems do not support hard links.
            isFree = errno != EEXIST && !exists(new)
            guard !isFree || rename(old, new) == 0 else { throw refusal(new, .write) }
        }
        return isFree
    }

    /// Renames a file and flushes the change to disk.
    private static func naming(_ new: String, _ rename: () throws -> Void) throws {
        let folder = Self.folder(of: new)
        // Opened before the irreversible step, so that a failure changes nothing.
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(folder, .read) }
        defer { close(descriptor) }
        try rename()
        // Some file systems cannot flush a folder.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw refusal(folder, .synchronize)
        }
    }

    /// Gives a file another name. The old one stays if the file system supports hard links.
    static func keep(_ path: String, as name: String) throws {
        if link(path, name) == 0 { return }
        guard errno != EEXIST, rename(path, name) == 0 else { throw refusal(name, .create) }
    }

    /// Gives a file the owner of another one: the server's user must be able to use files that the superuser creates.
    static func giveToOwner(of other: String, _ path: String) {
        var info = stat()
        guard geteuid() == 0, stat(other, &info) == 0 else { return }
        _ = chown(path, info.st_uid, info.st_gid)
    }

    /// Gives a file the permissions of the one that it replaces: the same users can use it, and no others.
    static func giveRights(of other: String, _ path: String) {
        var info = stat()
        guard stat(other, &info) == 0 else { return }
        let owner = geteuid() == 0 ? info.st_uid : uid_t.max
        // Another group must not get the permissions of the old group.
        let hasGroup = chown(path, owner, info.st_gid) == 0
        _ = chmod(path, info.st_mode & (hasGroup ? 0o777 : 0o707))
    }

    private static func refusal(_ path: String, _ operation: FileProblem.Operation) -> FileRefusal {
        FileRefusal(path, .failed(operation, cause: String(cString: strerror(errno))))
    }
}
