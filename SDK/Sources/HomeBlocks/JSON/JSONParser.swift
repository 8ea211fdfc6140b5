import Foundation

/// The limits of the parser.
public struct JSONLimits: Sendable {
    /// The deepest nesting of arrays and objects.
    public var depth: Int

    /// Whether to reject input that parsers interpret differently: a byte order mark, a duplicate member, an unpaired
    /// surrogate, a number beyond the range of a `Double`. Otherwise the mark is skipped, the last duplicate wins,
    /// U+FFFD replaces the surrogate, and the number keeps its digits but can be read neither as an `Int` nor as a
    /// `Double`.
    public var isStrict: Bool

    /// Creates limits: 64 levels and strict by default.
    public init(depth: Int = 64, isStrict: Bool = true) {
        self.depth = depth
        self.isStrict = isStrict
    }

    /// The limits that the SDK uses for all input: documents and all other responses, problem documents, the content of
    /// client sources, bundled responses and copies on disk. A single malformed value must not make a page unreadable.
    /// Servers validate their input strictly.
    public static let lenient = JSONLimits(isStrict: false)
}

/// A violation of the JSON grammar, or of ``JSONLimits``.
public struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The reason, as the end of a sentence.
    public let reason: String
    /// The offset of the error, in bytes.
    public let offset: Int

    public var description: String { "\(reason) at byte \(offset)" }
}

/// Reads JSON (RFC 8259) into a ``JSONValue``. Stricter than most parsers: rejects input that parsers interpret
/// differently unless the limits allow it, see ``JSONLimits/isStrict``.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: JSONLimits
    private var position = 0
    private var depth = 0

    static func parse(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) throws(JSONSyntaxError) -> JSONValue {
        guard String(bytes: bytes, encoding: .utf8) != nil else {
            throw JSONSyntaxError(reason: "the text is not UTF-8", offset: 0)
        }
        var parser = JSONParser(bytes: bytes, limits: limits)
        if !limits.isStrict, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
        let value = try parser.value()
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.syntaxError("unexpected text after the value") }
        return value
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    private func syntaxError(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(reason: reason, offset: position) }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number(try number())
        case nil: throw syntaxError("unexpected end of the text, expected a value")
        default: throw syntaxError("invalid JSON value")
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        guard position + word.utf8CodeUnitCount <= bytes.count else { throw syntaxError("invalid JSON value") }
        for index in 0..<word.utf8CodeUnitCount where bytes[position + index] != word.utf8Start[index] {
            throw syntaxError("invalid JSON value")
        }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func enter() throws(JSONSyntaxError) {
        depth += 1
        guard depth <= limits.depth else {
            throw syntaxError("the JSON is nested deeper than the limit json.depth of \(limits.depth) levels")
        }
        position += 1
        skipSpace()
    }

    private mutating func leave() {
        depth -= 1
        position += 1
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONObject {
        try enter()
        var members: JSONObject = [:]
        if current == UInt8(ascii: "}") {
            leave()
            return members
        }
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw syntaxError("expected a member name") }
            let start = position
            let name = try string()
            skipSpace()
            guard current == UInt8(ascii: ":") else { throw syntaxError("expected a colon") }
            position += 1
            let element = try value()
            guard members.updateValue(element, forKey: name) == nil || !limits.isStrict else {
                throw JSONSyntaxError(reason: "duplicate member \"\(name.prefix(64))\"", offset: start)
            }
            skipSpace()
            if current == UInt8(ascii: ",") {
                position += 1
            } else if current == UInt8(ascii: "}") {
                leave()
                return members
            } else {
                throw syntaxError("expected a comma or a closing brace")
            }
        }
    }

    private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
        try enter()
        var elements: [JSONValue] = []
        if current == UInt8(ascii: "]") {
            leave()
            return elements
        }
        while true {
            elements.append(try value())
            skipSpace()
            if current == UInt8(ascii: ",") {
                position += 1
            } else if current == UInt8(ascii: "]") {
                leave()
                return elements
            } else {
                throw syntaxError("expected a comma or a closing bracket")
            }
        }
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        let start = position
        while let byte = current {
            if byte == UInt8(ascii: "\"") {
                defer { position += 1 }
                return String(decoding: bytes[start..<position], as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            guard byte >= 0x20 else { throw syntaxError("unescaped control character in a string") }
            position += 1
        }
        throw syntaxError("unterminated string")
    }

    /// Parses the rest of a string that has at least one escape.
    private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
        var text = Array(bytes[start..<position])
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20:
                position -= 1
                throw syntaxError("unescaped control character in a string")
            default: text.append(byte)
            }
        }
        throw syntaxError("unterminated string")
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
        guard let byte = current else { throw syntaxError("unterminated string") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: Character(try scalar()).utf8)
        default:
            position -= 1
            throw syntaxError("unknown escape sequence")
        }
    }

    /// Parses the character of an escape, or of two escapes that form a surrogate pair.
    private mutating func scalar() throws(JSONSyntaxError) -> Unicode.Scalar {
        let high = UInt32(try hexadecimal())
        if let scalar = Unicode.Scalar(high) { return scalar }
        let end = position
        if high < 0xDC00, current == UInt8(ascii: "\\"), position + 1 < bytes.count,
            bytes[position + 1] == UInt8(ascii: "u")
        {
            position += 2
            let low = UInt32(try hexadecimal())
            if (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
        }
        guard !limits.isStrict else { throw syntaxError("unpaired surrogate in a string") }
        position = end
        return "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt16 {
        guard position + 4 <= bytes.count else { throw syntaxError("unterminated string") }
        var value: UInt16 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch bytes[position] {
            case let byte where byte >= 0x30 && byte <= 0x39: digit = byte - 0x30
            case let byte where byte >= 0x41 && byte <= 0x46: digit = byte - 0x41 + 10
            case let byte where byte >= 0x61 && byte <= 0x66: digit = byte - 0x61 + 10
            default: throw syntaxError("expected four hexadecimal digits")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") {
            position += 1
        } else {
            try digits()
        }
        var isInteger = true
        if current == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            isInteger = false
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if limits.isStrict, !isInteger || text.utf8.count > 18 {
            guard let double = Double(text), double.isFinite else {
                throw JSONSyntaxError(reason: "the number is out of range", offset: start)
            }
        }
        return JSONNumber(text: text)
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = position
        while let byte = current, byte >= 0x30, byte <= 0x39 { position += 1 }
        guard position > start else { throw syntaxError("expected a digit") }
    }
}
