/// Which file stands at a path. Another one may come to stand there, while the first is still being written.
struct FilePlace: Sendable {
    private let path: String
    private let identity: Disk.Identity

    /// Nil if there is no file.
    init?(path: String) {
        guard let identity = Disk.identity(of: path) else { return nil }
        self.path = path
        self.identity = identity
    }

    /// Whether the same file stands there.
    var isTheSame: Bool { Disk.identity(of: path) == identity }
}
