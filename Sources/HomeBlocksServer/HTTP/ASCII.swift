import Foundation

/// Compares and decodes protocol text byte by byte, without creating strings for comparisons.
enum ASCII {
    typealias Bytes = UnsafeRawBufferPointer

    /// Whether the bytes equal a lower-case string, ignoring case.
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

    /// Whether the bytes start with a string.
    static func starts(_ bytes: Bytes, with text: StaticString) -> Bool {
        guard bytes.count >= text.utf8CodeUnitCount, let start = bytes.baseAddress else { return false }
        return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Whether the bytes equal other bytes.
    static func isSame(_ bytes: Bytes, _ other: Bytes) -> Bool {
        guard bytes.count == other.count else { return false }
        guard let start = bytes.baseAddress, let otherStart = other.baseAddress else { return true }
        return memcmp(start, otherStart, bytes.count) == 0
    }

    /// Whether the bytes end with a string.
    static func ends(_ bytes: Bytes, with text: StaticString) -> Bool {
        starts(Bytes(rebasing: bytes.suffix(text.utf8CodeUnitCount)), with: text)
    }

    /// Whether the bytes equal a string.
    static func isSame(_ bytes: Bytes, _ text: StaticString) -> Bool {
        bytes.count == text.utf8CodeUnitCount && starts(bytes, with: text)
    }

    /// Returns the bytes without surrounding spaces and tabs.
    static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        var rest = bytes[...]
        while let first = rest.first, isSpace(first) { rest = rest.dropFirst() }
        while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
        return rest
    }

    /// Whether the bytes of a query contain a percent sign or a plus sign, which encode other characters.
    static func isEncoded(_ bytes: Bytes) -> Bool {
        bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
    }

    /// Decodes a name or value of a query: a plus sign is a space, and a percent sign with two hexadecimal digits is a
    /// byte.
    ///
    /// - Returns: nil if two digits do not follow a percent sign, or if the bytes are not UTF-8.
    static func percentDecoded(_ bytes: some Collection<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(hexadecimalValue),
                    let low = rest.popFirst().flatMap(hexadecimalValue)
                else { return nil }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
        default: nil
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension Substring {
    /// The text without surrounding whitespace.
    var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text
    }
}

/// A set of ASCII characters, one bit each.
struct ByteSet {
    private let low: UInt64
    private let high: UInt64

    private init(_ characters: StaticString, alphanumeric: Bool = true) {
        var (low, high): (UInt64, UInt64) = (0, 0)
        func add(_ byte: UInt8) { if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) } }
        characters.withUTF8Buffer { $0.forEach(add) }
        if alphanumeric {
            for range in [UInt8(0x30)...0x39, 0x41...0x5A, 0x61...0x7A] { range.forEach(add) }
        }
        (self.low, self.high) = (low, high)
    }

    func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
    }

    /// Characters of a path that the fast path accepts. None of them needs decoding.
    static let path = ByteSet("/=&.-_,~:@!*")
    /// Characters of a query that the fast path accepts.
    static let query = ByteSet("/?=&.-_,~:@!*%+();")
    /// Characters of a token (RFC 9110, 5.6.2).
    static let token = ByteSet("!#$%&'*+-.^_`|~")
    /// The ASCII characters of a header field's value.
    static let text = ByteSet("\t !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
    /// Characters of a host name (RFC 3986, 3.2.2), except percent-encoded bytes.
    static let registeredName = ByteSet("-._~!$&'()*+,;=")
    /// Characters that never need percent-encoding (RFC 3986, 2.3).
    static let unreserved = ByteSet("-._~")
    static let hexadecimal = ByteSet("0123456789ABCDEFabcdef", alphanumeric: false)
}
