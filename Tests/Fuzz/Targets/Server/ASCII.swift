import Foundation

/// Compares texts of the protocol byte by byte, without copying them.
enum ASCII {
    typealias Bytes = UnsafeRawBufferPointer

    /// Whether some bytes equal a lowercase text, ignoring their case.
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
    static func starts(_ bytes: Bytes, with text: StaticString) -> Bool {
        guard bytes.count >= text.utf8CodeUnitCount, let start = bytes.baseAddress else { return false }
        return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Whether some bytes end with a text.
    static func ends(_ bytes: Bytes, with text: StaticString) -> Bool {
        starts(Bytes(rebasing: bytes.suffix(text.utf8CodeUnitCount)), with: text)
    }

    /// Whether some bytes equal a text.
    static func isSame(_ bytes: Bytes, _ text: StaticString) -> Bool {
        bytes.count == text.utf8CodeUnitCount && starts(bytes, with: text)
    }

    /// Returns some bytes without the spaces and tabs around them.
    static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        var rest = bytes[...]
        while let first = rest.first, isSpace(first) { rest = rest.dropFirst() }
        while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
        return rest
    }

    /// Whether a percent sign or a plus stands for another character in some bytes of a query.
    static func isEncoded(_ bytes: Bytes) -> Bool {
        bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
    }

    /// A name or value of a query as a text: a plus is a space, and a percent sign with two digits is a byte.
    ///
    /// - Returns: nil if a percent sign has no two digits behind it, or the bytes are not UTF-8.
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
    /// The text without the white space around it.
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

    /// Characters of a path that the fast path takes: none of them has to be decoded.
    static let path = ByteSet("/=&.-_,~:@!*")
    /// Characters of a query that the fast path takes.
    static let query = ByteSet("/?=&.-_,~:@!*%+();")
    /// Characters of a token (RFC 9110, 5.6.2).
    static let token = ByteSet("!#$%&'*+-.^_`|~")
    /// The ASCII characters of a field's value.
    static let text = ByteSet("\t !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
    /// Characters of a host's name (RFC 3986, 3.2.2), besides percent-encoded bytes.
    static let registeredName = ByteSet("-._~!$&'()*+,;=")
    /// Characters that never need percent-encoding (RFC 3986, 2.3).
    static let unreserved = ByteSet("-._~")
    static let hexadecimal = ByteSet("0123456789ABCDEFabcdef", alphanumeric: false)
}
