import Foundation
import HomeBlocks
import Publishing

/// An archive with a page and the pictures that it mentions: a tar file with the pictures below `pictures/`, their
/// descriptions by operators in `pictures.json`, and `page.json`. Another program may have repacked it, within a folder
/// and in another order. Only one picture at a time is in memory.
struct PageArchive {
    private static let pageFile = "page.json"
    private static let listFile = "pictures.json"
    private static let folder = "pictures/"
    private static let maximumPageBytes = 64 << 20
    private static let maximumPictureBytes = 80 << 20
    /// The first bytes of gzip, zip, bzip2, xz and zstd files.
    private static let compressed: [[UInt8]] = [
        [0x1F, 0x8B], Array("PK\u{3}\u{4}".utf8), Array("BZh".utf8), [0xFD] + "7zXZ".utf8, [0x28, 0xB5, 0x2F, 0xFD],
    ]

    private let tar: TarReader
    private let path: String
    /// The folder with the page: empty, or with a trailing slash.
    private let root: String

    /// Whether a file is an archive and not JSON.
    ///
    /// - Parameter name: its name in messages.
    static func isArchive(_ file: String, named name: String) throws -> Bool {
        guard let handle = FileHandle(forReadingAtPath: file) else { return false }
        defer { try? handle.close() }
        let start = Array((try? handle.read(upToCount: TarHeader.size)) ?? Data())
        guard !compressed.contains(where: { start.starts(with: $0) }) else {
            throw ProgramError("The file \(name) is compressed. Pack its files as a tar archive without compression.")
        }
        return TarHeader(start) != nil
    }

    // MARK: Writing

    /// Writes a page with its pictures. Missing pictures belong to another server and are skipped.
    ///
    /// - Returns: the number of pictures.
    static func write(
        _ page: [UInt8], _ document: PageDocument, from pictures: PictureAccess, to handle: FileHandle
    ) async throws -> Int {
        var described: [JSONValue] = []
        for id in document.pictures.sorted() {
            guard let (picture, bytes) = try await pictures.read(id) else { continue }
            let file = folder + "\(id).\(URL(filePath: picture.text("url")).pathExtension)"
            try TarWriter.write(file, bytes, to: handle)
            described.append([
                "id": .string(id), "name": .string(picture.text("name")), "alt": .string(picture.text("alt")),
                "tags": .array(picture.codes("tags").map { .string($0) }),
            ])
        }
        try TarWriter.write(listFile, JSONValue.array(described).prettyEncoded, to: handle)
        try TarWriter.write(pageFile, page, to: handle)
        try TarWriter.writeEnd(to: handle)
        return described.count
    }

    // MARK: Reading

    init(_ file: String, named path: String) throws {
        guard let handle = FileHandle(forReadingAtPath: file) else {
            throw ProgramError("The file \(path) cannot be read.")
        }
        self.path = path
        tar = try TarReader(handle, path: path)
        root = try Self.root(of: tar, path)
    }

    /// The folder of the page.
    private static func root(of tar: TarReader, _ path: String) throws -> String {
        let suffix = "/" + pageFile
        func depth(_ folder: String) -> Int { folder.count { $0 == "/" } }
        let found = tar.others.union(tar.files.keys).filter { ("/" + $0).hasSuffix(suffix) }
            .map { String($0.dropLast(pageFile.count)) }.sorted { (depth($0), $0) < (depth($1), $1) }
        guard let first = found.first else { throw ProgramError("The archive \(path) has no page.") }
        if let second = found.dropFirst().first, depth(second) == depth(first) {
            throw ProgramError("The archive \(path) has several pages: \(first)\(pageFile), \(second)\(pageFile).")
        }
        return first
    }

    private static func noFile(_ name: String, _ path: String) -> ProgramError {
        ProgramError(
            "\(path), \(name): this is a link or a special file. Pack the archive again with the actual "
                + "files.")
    }

    /// The page as JSON.
    func page() throws -> [UInt8] { try content(Self.pageFile, limit: Self.maximumPageBytes) ?? [] }

    /// Adds the pictures with their descriptions from the archive.
    ///
    /// - Returns: the number of pictures.
    func addPictures(to pictures: PictureAccess) async throws -> Int {
        let list = try content(Self.listFile, limit: Self.maximumPageBytes).map(described) ?? [:]
        let folder = root + Self.folder
        let link = tar.others.filter { isPicture($0, in: folder) || $0 + "/" == folder }.min()
        if let link { throw Self.noFile(link, path) }
        let names = tar.files.keys.filter { isPicture($0, in: folder) }.sorted()
        for name in names {
            guard let file = tar.files[name] else { continue }
            do {
                let bytes = try tar.read(file, limit: Self.maximumPictureBytes)
                let fileName = String(name.dropFirst(folder.count))
                try await pictures.add(bytes, named: fileName, describedAs: list[PictureID.of(bytes)])
            } catch {
                throw ProgramError("\(path), \(name): \(ErrorText.describe(error))")
            }
        }
        return names.count
    }

    /// Whether a name is that of a picture. Some systems add their own files, whose names begin with a dot.
    private func isPicture(_ name: String, in folder: String) -> Bool {
        guard name.hasPrefix(folder) else { return false }
        let file = name.dropFirst(folder.count)
        return !file.hasPrefix(".") && !file.contains("/")
    }

    /// The descriptions of pictures in the archive, by id.
    private func described(_ bytes: [UInt8]) throws -> [String: JSONValue] {
        guard let list = (try? JSONValue(parsing: bytes))?.array else {
            throw ProgramError("\(path), \(root)\(Self.listFile): the file is not a JSON array.")
        }
        return Dictionary(list.map { ($0.text("id"), $0) }, uniquingKeysWith: { $1 })
    }

    /// The content of a file in the page's folder; nil if it is missing.
    private func content(_ name: String, limit: Int) throws -> [UInt8]? {
        guard let file = tar.files[root + name] else {
            guard !tar.others.contains(root + name) else { throw Self.noFile(root + name, path) }
            return nil
        }
        return try tar.read(file, limit: limit)
    }
}
