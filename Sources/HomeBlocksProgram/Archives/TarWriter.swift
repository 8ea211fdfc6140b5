import Foundation

/// Writes the files of a tar archive (POSIX ustar) one by one.
enum TarWriter {
    static func write(_ name: String, _ bytes: [UInt8], to handle: FileHandle) throws {
        var header = [UInt8](repeating: 0, count: TarHeader.size)
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
        // Files have no modification time, so that the same content gives the same archive.
        put(octal(0, 11), at: 136)
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar\u{0}00", at: 257)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
        let padding = [UInt8](repeating: 0, count: (TarHeader.size - bytes.count % TarHeader.size) % TarHeader.size)
        try handle.write(contentsOf: Data(header + bytes + padding))
    }

    static func writeEnd(to handle: FileHandle) throws {
        try handle.write(contentsOf: Data(repeating: 0, count: 2 * TarHeader.size))
    }
}
