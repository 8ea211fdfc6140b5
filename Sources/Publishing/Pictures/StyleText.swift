/// The bytes of a style in lowercase, with escapes decoded.
struct StyleText {
    private(set) var bytes: [UInt8] = []
    /// Whether each byte was escaped: an escaped quotation mark or space does not separate anything.
    private var isEscaped: [Bool] = []

    /// Represents any non-ASCII or invalid character.
    private static let otherCharacter: UInt8 = 0xFF
    private static let maximumDigits = 6

    /// - Parameter joinsLines: whether an escaped newline is removed, as in a quoted string, or becomes a space.
    init(_ style: [UInt8], joinsLines: Bool) {
        var position = 0
        while position < style.count {
            let byte = style[position]
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                append(byte, isEscaped: false)
                continue
            }
            if position < style.count, Self.isLineEnd(style[position]) {
                position += Self.spaceLength(style, position)
                if !joinsLines { append(0x20, isEscaped: false) }
            } else {
                append(Self.character(style, &position), isEscaped: true)
            }
        }
    }

    static func hasEscapedLine(_ style: [UInt8]) -> Bool {
        zip(style, style.dropFirst()).contains { $0 == UInt8(ascii: "\\") && isLineEnd($1) }
    }

    /// The position of a lowercase word; nil if it does not occur.
    func firstPosition(of word: [UInt8], from start: Int = 0) -> Int? {
        guard let first = word.first else { return nil }
        var position = start
        while position + word.count <= bytes.count {
            if bytes[position] == first, bytes[position...].starts(with: word) { return position }
            position += 1
        }
        return nil
    }

    /// The URL at a position, after white space and a quotation mark.
    func target(at position: Int) -> ArraySlice<UInt8> {
        var position = position
        func isNext(_ condition: (UInt8) -> Bool) -> Bool {
            position < bytes.count && !isEscaped[position] && condition(bytes[position])
        }
        while isNext(Self.isSpace) { position += 1 }
        if isNext({ $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }) { position += 1 }
        return bytes[position...]
    }

    private mutating func append(_ byte: UInt8, isEscaped: Bool) {
        let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        bytes.append(isCapital ? byte + 0x20 : byte)
        self.isEscaped.append(isEscaped)
    }

    /// The character that an escape represents: one to six hexadecimal digits and a space, or any character.
    private static func character(_ style: [UInt8], _ position: inout Int) -> UInt8 {
        var (value, count) = (0, 0)
        while count < maximumDigits, position < style.count, let digit = digit(style[position]) {
            value = value << 4 | digit
            count += 1
            position += 1
        }
        if count > 0 {
            position += spaceLength(style, position)
            return (1..<0x80).contains(value) ? UInt8(value) : otherCharacter
        }
        guard position < style.count else { return otherCharacter }
        position += 1
        return style[position - 1]
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
        case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte & 0x0F) + 9
        default: nil
        }
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { [0x0A, 0x0C, 0x0D].contains(byte) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isLineEnd(byte) }

    /// The length of the white space at a position; 0 without any. A carriage return with a line feed counts as one.
    private static func spaceLength(_ style: [UInt8], _ position: Int) -> Int {
        guard position < style.count, isSpace(style[position]) else { return 0 }
        let isPair = style[position] == 0x0D && position + 1 < style.count && style[position + 1] == 0x0A
        return isPair ? 2 : 1
    }
}
