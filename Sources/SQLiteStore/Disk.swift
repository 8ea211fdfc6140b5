import Foundation

/// Files as the system sees them: what they are, and when they are really there.
enum Disk {
    /// Which file a name stands for, however many names it has.
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

    /// Differs when a file was written, or is another one.
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

    /// How many bytes a file has; 0 if there is none.
    static func size(of path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    /// How many bytes of room there are beside a file; nil if that is unknown.
    static func room(beside path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder(of: path))
        return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
    }

    /// The name of a file that no link stands in, also if there is no such file yet.
    static func resolved(_ path: String) -> String {
        if let whole = realName(path) { return whole }
        var name = path
        // A link may lead to where no file is yet; one that leads to itself leads nowhere.
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

    /// Makes an empty file of a name that is free, readable by this user only.
    static func create(_ path: String) throws {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw refusal(path, .create) }
        close(descriptor)
    }

    /// Waits until a file's content is on the disk.
    static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(path, .read) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw refusal(path, .synchronize) }
    }

    /// Writes bytes to a new file, brings them to the disk and removes the file.
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

    /// Appends all that comes through a descriptor to a file.
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

    /// Gives a file its name, in one step and for good; what had the name before is gone.
    static func move(_ old: String, to new: String) throws {
        try naming(new) { guard rename(old, new) == 0 else { throw refusal(new, .write) } }
    }

    /// Gives a file a name for good, unless there is a file of that name. The old name may stay too.
    ///
    /// - Returns: whether the name was free.
    static func moveToFreeName(_ old: String, to new: String) throws -> Bool {
        var isFree = true
        try naming(new) {
            if link(old, new) == 0 { return }
            // Some file systems have no links.
            isFree = errno != EEXIST && !exists(new)
            guard !isFree || rename(old, new) == 0 else { throw refusal(new, .write) }
        }
        return isFree
    }

    /// Gives a file a name, and waits until that is on the disk.
    private static func naming(_ new: String, _ rename: () throws -> Void) throws {
        let folder = Self.folder(of: new)
        // Before the step that cannot be taken back: what fails must have changed nothing.
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(folder, .read) }
        defer { close(descriptor) }
        try rename()
        // Some file systems have nothing to bring to the disk for a folder.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw refusal(folder, .synchronize)
        }
    }

    /// Gives a file another name; the old one stays until something takes it, where the file system can do that.
    static func keep(_ path: String, as name: String) throws {
        if link(path, name) == 0 { return }
        guard errno != EEXIST, rename(path, name) == 0 else { throw refusal(name, .create) }
    }

    /// Gives a file to the owner of another one: what the superuser makes must be of use to the server's user.
    static func giveToOwner(of other: String, _ path: String) {
        var info = stat()
        guard geteuid() == 0, stat(other, &info) == 0 else { return }
        _ = chown(path, info.st_uid, info.st_gid)
    }

    /// Gives a file the rights of the one that it replaces: anyone who could use that one can use it, and nobody else.
    static func giveRights(of other: String, _ path: String) {
        var info = stat()
        guard stat(other, &info) == 0 else { return }
        let owner = geteuid() == 0 ? info.st_uid : uid_t.max
        // What the old group could do, another group must not.
        let hasGroup = chown(path, owner, info.st_gid) == 0
        _ = chmod(path, info.st_mode & (hasGroup ? 0o777 : 0o707))
    }

    private static func refusal(_ path: String, _ operation: FileProblem.Operation) -> FileRefusal {
        FileRefusal(path, .failed(operation, cause: String(cString: strerror(errno))))
    }
}
