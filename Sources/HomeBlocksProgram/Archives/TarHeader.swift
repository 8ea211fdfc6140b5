/// The header block of a tar entry, as POSIX (ustar and pax), GNU tar and older programs write it.
struct TarHeader {
    static let size = 512

    enum Kind: Equatable {
        case file
        case folder
        /// A link or a device, which has no content in the archive.
        case special
        /// A sparse file without its holes (GNU, `--sparse`).
        case sparse
        /// The name of the next entry (GNU).
        case longName
        /// Attributes of the next entry (pax).
        case attributes
        /// An entry that is not needed: the target of a link, global attributes, lists of backup programs.
        case ignored
    }

    let name: String
    let kind: Kind
    /// The number of bytes that follow, without padding.
    let count: Int

    /// - Returns: nil if the bytes are not a header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        let sum = Self.number(bytes[148..<156])
        func total(_ value: (UInt8) -> Int) -> Int {
            bytes.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 0x20 : value(bytes[$1])) }
        }
        // Some old programs sum signed bytes.
        guard let sum, sum == total({ Int($0) }) || sum == total({ Int(Int8(bitPattern: $0)) }),
            let count = Self.number(bytes[124..<136])
        else { return nil }
        let isUstar = bytes[257..<263].elementsEqual("ustar\u{0}".utf8)
        let prefix = isUstar ? Self.text(bytes[345..<500]) : ""
        let name = Self.text(bytes[0..<100])
        self.name = prefix.isEmpty ? name : prefix + "/" + name
        let kind = Self.kind(bytes[156])
        // Before ustar, a folder was a file whose name ends with a slash.
        self.kind = kind == .file && name.hasSuffix("/") ? .folder : kind
        // Some programs write the size of a linked file, although its content does not follow.
        self.count = kind == .special ? 0 : count
    }

    private static func kind(_ flag: UInt8) -> Kind {
        switch flag {
        case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file
        case UInt8(ascii: "5"): .folder
        case UInt8(ascii: "L"): .longName
        case UInt8(ascii: "x"), UInt8(ascii: "X"): .attributes
        case UInt8(ascii: "S"): .sparse
        case UInt8(ascii: "1")...UInt8(ascii: "6"): .special
        default: .ignored
        }
    }

    /// A text that ends at a zero byte or at the end of its field.
    static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Parses a number in octal digits, or in binary for large ones (GNU); nil if it is invalid or negative.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        guard let first = field.first else { return nil }
        if first & 0x80 != 0 {
            guard first == 0x80 else { return nil }
            return field.dropFirst().reduce(Int?(0)) { number, byte in
                number.flatMap { $0 >> 54 == 0 ? $0 << 8 | Int(byte) : nil }
            }
        }
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
        guard digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
        return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }
}
