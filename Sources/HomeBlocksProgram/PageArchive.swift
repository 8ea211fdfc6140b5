import Foundation
import HomeBlocks
import Publishing

/// An archive with a page and the pictures that it mentions: a tar file (POSIX ustar) with `pictures.json`, the
/// pictures below `pictures/`, and `page.json` at the end. One picture at a time is in memory.
enum PageArchive {
    private static let pageFile = "page.json"
    private static let listFile = "pictures.json"
    private static let folder = "pictures/"

    /// Whether a file is an archive and not JSON.
    static func isArchive(_ file: String) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: file) else { return false }
        defer { try? handle.close() }
        let start = (try? handle.read(upToCount: TarFile.blockSize)) ?? Data()
        return start.count == TarFile.blockSize && start[257..<262].elementsEqual("ustar".utf8)
    }

    /// Writes a page with its pictures. Those that are not there are of another server.
    ///
    /// - Returns: how many pictures it has.
    static func write(
        _ page: [UInt8], _ document: PageDocument, from pictures: PictureAccess, to handle: FileHandle
    ) async throws -> Int {
        var described: [JSONValue] = []
        for id in document.pictures.sorted() {
            guard let (picture, bytes) = try await pictures.read(id) else { continue }
            let file = folder + "\(id).\(URL(filePath: picture.text("url")).pathExtension)"
            try TarFile.write(file, bytes, to: handle)
            described.append([
                "id": .string(id), "name": .string(picture.text("name")), "alt": .string(picture.text("alt")),
                "tags": .array(picture.codes("tags").map { .string($0) }),
            ])
        }
        try TarFile.write(listFile, JSONValue.array(described).prettyEncoded, to: handle)
        try TarFile.write(pageFile, page, to: handle)
        try TarFile.writeEnd(to: handle)
        return described.count
    }

    /// Adds the pictures of an archive and returns its page.
    static func read(
        _ file: String, into pictures: PictureAccess
    ) async throws -> (page: [UInt8], pictureCount: Int) {
        guard let handle = FileHandle(forReadingAtPath: file) else {
            throw ProgramError("The file \(file) cannot be read.")
        }
        defer { try? handle.close() }
        var added: [String: JSONValue] = [:]
        while let (name, bytes) = try TarFile.next(of: handle, file) {
            if name == pageFile { return (bytes, added.count) }
            if name == listFile {
                for archived in (try? JSONValue(parsing: bytes))?.array ?? [] {
                    if let picture = added[archived.text("id")] { try await pictures.describe(picture, as: archived) }
                }
            } else if name.hasPrefix(folder) {
                do {
                    let picture = try await pictures.add(bytes, name: String(name.dropFirst(folder.count)))
                    added[picture.text("id")] = picture
                } catch {
                    throw ProgramError("\(file), \(name): \(ErrorText.describe(error))")
                }
            }
        }
        throw ProgramError("The archive \(file) has no page.")
    }
}

/// Reads and writes the files of a tar archive one after the other.
enum TarFile {
    static let blockSize = 512
    private static let largestFile = 80 << 20

    static func write(_ name: String, _ bytes: [UInt8], to handle: FileHandle) throws {
        var header = [UInt8](repeating: 0, count: blockSize)
        func put(_ text: String, at offset: Int) {
            header.replaceSubrange(offset..<(offset + text.utf8.count), with: text.utf8)
        }
        func octal(_ number: Int, _ digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        put(name, at: 0)
        put("0000644", at: 100)
        put("0000000", at: 108)
        put("0000000", at: 116)
        put(octal(bytes.count, 11), at: 124)
        // The same content gives the same archive: files have no time.
        put(octal(0, 11), at: 136)
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar\u{0}00", at: 257)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
        let padding = [UInt8](repeating: 0, count: (blockSize - bytes.count % blockSize) % blockSize)
        try handle.write(contentsOf: Data(header + bytes + padding))
    }

    static func writeEnd(to handle: FileHandle) throws {
        try handle.write(contentsOf: Data(repeating: 0, count: 2 * blockSize))
    }

    /// The next file; nil at the end.
    ///
    /// - Parameter file: the archive's name, for messages.
    static func next(of handle: FileHandle, _ file: String) throws -> (name: String, bytes: [UInt8])? {
        let damaged = ProgramError("The archive \(file) is damaged. Export the page again.")
        let header = Array(try handle.read(upToCount: blockSize) ?? Data())
        guard header.count == blockSize else { throw damaged }
        if header.allSatisfy({ $0 == 0 }) { return nil }
        func text(_ range: Range<Int>) -> String {
            String(decoding: header[range].prefix { $0 != 0 && $0 != 0x20 }, as: UTF8.self)
        }
        let sum = (0..<blockSize).reduce(0) { $0 + ((148..<156).contains($1) ? 0x20 : Int(header[$1])) }
        guard Int(text(148..<156), radix: 8) == sum, let count = Int(text(124..<136), radix: 8),
            (0...largestFile).contains(count)
        else { throw damaged }
        let whole = (count + blockSize - 1) / blockSize * blockSize
        let bytes = whole == 0 ? Data() : try handle.read(upToCount: whole) ?? Data()
        guard bytes.count == whole else { throw damaged }
        return (text(0..<100), Array(bytes.prefix(count)))
    }
}
