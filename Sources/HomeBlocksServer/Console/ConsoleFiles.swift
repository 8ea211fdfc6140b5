import HTTPTypes

/// The files of the console, from memory.
struct ConsoleFiles: Sendable {
    private let files: [String: Representation]
    private let folders: Set<Substring>

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml",
    ]

    /// What a page of the console may do: run and load its own files, talk to its own server, show pictures from
    /// anywhere. Texts never become markup.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https: http:; connect-src 'self'; "
        + "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'"

    /// - Parameter files: each file's bytes by its path below `/admin/`; others than known types are not served.
    init(_ files: [String: [UInt8]]) {
        var known: [String: Representation] = [:]
        for (path, bytes) in files {
            guard let type = Self.types[Self.suffix(path)] else { continue }
            known[path] = Representation(bytes, contentType: type)
        }
        self.files = known
        folders = Set(known.keys.compactMap { $0.contains("/") ? $0.split(separator: "/").first : nil })
    }

    /// The file of a path. What is neither a file nor in a folder of files is a view of the console, which its first
    /// file shows.
    func file(at path: String) -> Representation? {
        if let file = files[path] { return file }
        let first = path.prefix { $0 != "/" }
        guard !folders.contains(first), !first.contains(".") else { return nil }
        return files["index.html"]
    }

    private static func suffix(_ path: String) -> String {
        path.split(separator: ".").last.map(String.init) ?? ""
    }
}
