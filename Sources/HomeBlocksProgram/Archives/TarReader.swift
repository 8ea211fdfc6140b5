import Foundation

/// The files of a tar archive from any program and in any order. Nothing is unpacked: names are only compared, so none
/// can escape from a folder.
struct TarReader {
    /// The position of a file in the archive.
    struct File {
        let name: String
        let offset: UInt64
        let count: Int
    }

    private static let maximumEntries = 100_000
    /// The maximum number of bytes of a long name and of attributes.
    private static let maximumNameBytes = 1 << 20

    private let handle: FileHandle
    private let path: String
    private let size: UInt64
    /// The files by name. Of several with the same name, the last one, as when unpacking.
    private(set) var files: [String: File] = [:]
    /// The names of links, devices and sparse files.
    private(set) var others: Set<String> = []

    private var damaged: ProgramError { ProgramError("The archive \(path) is damaged. Pack it again.") }

    /// Reads the list of files.
    init(_ handle: FileHandle, path: String) throws {
        self.handle = handle
        self.path = path
        size = try handle.seekToEnd()
        try handle.seek(toOffset: 0)
        try readEntries()
    }

    /// The content of a file.
    ///
    /// - Parameter limit: the maximum number of bytes to read into memory.
    func read(_ file: File, limit: Int) throws -> [UInt8] {
        guard file.count <= limit else {
            throw ProgramError(
                "\(path), \(file.name): the file is larger than the limit of \(limit >> 20) MiB.")
        }
        try handle.seek(toOffset: file.offset)
        return try bytes(file.count)
    }

    private mutating func readEntries() throws {
        var offset: UInt64 = 0
        var next = EntryAttributes()
        var count = 0
        // Some programs do not write blocks of zeros at the end.
        while offset < size {
            try handle.seek(toOffset: offset)
            let block = try bytes(TarHeader.size)
            if block.allSatisfy({ $0 == 0 }) { return }
            guard let header = TarHeader(block) else { throw damaged }
            count += 1
            guard count <= Self.maximumEntries else {
                throw ProgramError("The archive \(path) has more than \(Self.maximumEntries) files.")
            }
            offset += UInt64(TarHeader.size)
            let length = header.kind == .file ? next.size ?? header.count : header.count
            guard length <= size - offset else { throw damaged }
            let blocks = (UInt64(length) + UInt64(TarHeader.size - 1)) / UInt64(TarHeader.size)
            let end = offset + blocks * UInt64(TarHeader.size)
            guard end <= size else { throw damaged }
            switch header.kind {
            case .longName: next.name = TarHeader.text(try attributes(length)[...])
            case .attributes: try next.read(try attributes(length), orThrow: damaged)
            case .ignored: break
            case .sparse:
                throw ProgramError("The archive \(path) has sparse files. Pack it again without --sparse.")
            case .file, .folder, .special:
                add(header.kind, next.hasHoles, File(name: next.name ?? header.name, offset: offset, count: length))
                next = EntryAttributes()
            }
            offset = end
        }
    }

    private mutating func add(_ kind: TarHeader.Kind, _ hasHoles: Bool, _ file: File) {
        // "./a", "/a" and "a//" mean "a". A name with ".." is ignored.
        let parts = file.name.split(separator: "/").filter { $0 != "." }
        guard !parts.contains("..") else { return }
        let name = parts.joined(separator: "/")
        files[name] = nil
        others.remove(name)
        if kind == .file, !hasHoles { files[name] = File(name: name, offset: file.offset, count: file.count) }
        if kind == .special || hasHoles { others.insert(name) }
    }

    private func attributes(_ count: Int) throws -> [UInt8] {
        guard count <= Self.maximumNameBytes else { throw damaged }
        return try bytes(count)
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        guard count > 0 else { return [] }
        guard let data = try handle.read(upToCount: count), data.count == count else { throw damaged }
        return Array(data)
    }
}

/// The attributes of a file from the entries before it.
private struct EntryAttributes {
    var name: String?
    var size: Int?
    var hasHoles = false

    /// Reads pax records such as `21 path=page.json`: the length of the record, a key and a value, with a line break at
    /// the end.
    mutating func read(_ records: [UInt8], orThrow damaged: ProgramError) throws {
        var rest = records[...]
        while let first = rest.first, first != 0 {
            guard let space = rest.firstIndex(of: 0x20),
                let length = Int(String(decoding: rest[..<space], as: UTF8.self)), length <= rest.count,
                rest.startIndex + length > space + 1
            else { throw damaged }
            let record = rest[(space + 1)..<(rest.startIndex + length)]
            guard record.last == 0x0A, let equals = record.firstIndex(of: UInt8(ascii: "=")) else { throw damaged }
            let value = String(decoding: record[(equals + 1)...].dropLast(), as: UTF8.self)
            switch String(decoding: record[..<equals], as: UTF8.self) {
            case "path": name = value
            case "size":
                guard let count = Int(value), count >= 0 else { throw damaged }
                size = count
            case let key where key.hasPrefix("GNU.sparse."):
                hasHoles = true
                if key == "GNU.sparse.name" { name = value }
            default: break
            }
            rest = rest.dropFirst(length)
        }
    }
}
