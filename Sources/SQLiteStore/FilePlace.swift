import Foundation

/// Which file stands at a path. Another one may come to stand there, while the first is still being written.
struct FilePlace: Sendable {
    private let path: String
    private let identity: [UInt64]

    /// Nil if there is no file.
    init?(path: String) {
        guard let identity = Self.identity(of: path) else { return nil }
        self.path = path
        self.identity = identity
    }

    /// Whether the same file stands there.
    var isTheSame: Bool { Self.identity(of: path) == identity }

    private static func identity(of path: String) -> [UInt64]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
    }
}
