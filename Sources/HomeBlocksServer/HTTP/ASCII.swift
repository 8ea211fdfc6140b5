import Foundation

/// Looks at texts of the protocol where they lie, byte by byte.
enum ASCII {
    /// Whether some bytes are a text of small letters, whatever the case of their own.
    static func isEqual(_ bytes: some Collection<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        var wanted = text.utf8Start
        for byte in bytes {
            guard byte == wanted.pointee || (0x41...0x5A).contains(byte) && byte | 0x20 == wanted.pointee else {
                return false
            }
            wanted += 1
        }
        return true
    }

    /// Whether some bytes begin with a text.
    static func starts(_ bytes: UnsafeRawBufferPointer, with text: StaticString) -> Bool {
        guard bytes.count >= text.utf8CodeUnitCount, let start = bytes.baseAddress else { return false }
        return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Whether some bytes end with a text.
    static func ends(_ bytes: UnsafeRawBufferPointer, with text: StaticString) -> Bool {
        starts(UnsafeRawBufferPointer(rebasing: bytes.suffix(text.utf8CodeUnitCount)), with: text)
    }

    /// Whether some bytes are a text.
    static func isSame(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        bytes.count == text.utf8CodeUnitCount && starts(bytes, with: text)
    }

    /// Some bytes without the spaces around them.
    static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        var rest = bytes[...]
        while let first = rest.first, isSpace(first) { rest = rest.dropFirst() }
        while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
        return rest
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
