/// Detects a document, archive or program that was appended to a picture. There is no good reason for one, so the
/// upload is rejected. Anything else after the picture (cameras' films and second pictures, padding) is removed
/// silently.
enum HiddenFile {
    private static let starts: [(bytes: [UInt8], kind: String)] = [
        (Array("<".utf8), "a document"), (Array("%PDF".utf8), "a document"),
        (Array("PK".utf8), "an archive"), (Array("Rar!".utf8), "an archive"),
        (Array("7z".utf8) + [0xBC, 0xAF], "an archive"), ([0x1F, 0x8B], "an archive"),
        (Array("BZh".utf8), "an archive"), ([0xFD] + "7zXZ".utf8, "an archive"),
        (Array("#!".utf8), "a program"), (Array("MZ".utf8), "a program"), ([0x7F] + "ELF".utf8, "a program"),
    ]

    /// The kind of file that bytes begin with, after any padding; nil if it is unknown.
    static func find(in bytes: ArraySlice<UInt8>) -> String? {
        // Zeros, 0xFF, white space, and the byte order mark of UTF-8.
        let padding: Set<UInt8> = [0x00, 0x09, 0x0A, 0x0D, 0x20, 0xFF, 0xEF, 0xBB, 0xBF]
        let start = bytes.drop { padding.contains($0) }
        return starts.first { start.starts(with: $0.bytes) }?.kind
    }
}
