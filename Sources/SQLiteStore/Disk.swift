import Foundation

/// Files as the system sees them: what they are, and when they are really there.
enum Disk {
    /// Which file a name stands for, however many names it has.
    struct Identity: Equatable {
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

    /// The folder that a file is in.
    static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// Makes an empty file of a name that is free, for this user's eyes only.
    static func create(_ path: String) throws {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw refusal(path, "cannot be made") }
        close(descriptor)
    }

    /// Waits until a file's content, or the names in a folder, are on the disk.
    static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(path, "cannot be read") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw refusal(path, "cannot be brought to the disk") }
    }

    /// Gives a file its name, in one step and for good; what had the name before is gone.
    static func move(_ old: String, to new: String) throws {
        guard rename(old, new) == 0 else { throw refusal(new, "cannot be written") }
        try synchronize(folder(of: new))
    }

    /// Gives a file another name; the old one stays until something takes it, where the file system can do that.
    static func keep(_ path: String, as name: String) throws {
        if link(path, name) == 0 { return }
        guard errno != EEXIST, rename(path, name) == 0 else { throw refusal(name, "cannot be made") }
    }

    /// Gives a file to the owner of another one: what the superuser makes must be of use to the server's user.
    static func giveToOwner(of other: String, _ path: String) {
        var info = stat()
        guard geteuid() == 0, stat(other, &info) == 0 else { return }
        _ = chown(path, info.st_uid, info.st_gid)
    }

    private static func refusal(_ path: String, _ reason: String) -> FileRefusal {
        let cause = String(cString: strerror(errno))
        return FileRefusal(path, "\(reason) (\(cause))", "Make room, or give this user the right to write there.")
    }
}
