import Publishing

/// Converts a response to UTF-8 from whatever encoding the upstream sends. Invalid characters become
/// ``FeedMapping/unreadable``, so they only matter in members that a card uses.
enum UpstreamText {
    /// The error for a response in an unsupported encoding.
    struct Unsupported: Error, CustomStringConvertible {
        let name: String

        var description: String { "the response uses the unsupported encoding \(name); send UTF-8" }
    }

    private static let marks: [(bytes: [UInt8], encoding: String?)] = [
        ([0xEF, 0xBB, 0xBF], nil), ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
        ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
    ]

    /// Returns the text without its byte order mark.
    ///
    /// A byte order mark takes precedence over the declared encoding. So do the zero bytes at the start of JSON in
    /// UTF-16 or UTF-32. Valid UTF-8 is read as UTF-8 whatever encoding is declared, unless it could also be text in a
    /// declared multi-byte encoding.
    ///
    /// - Parameter contentType: the value of `Content-Type`; nil if it is missing.
    static func decoded(_ bytes: [UInt8], contentType: String?) throws(Unsupported) -> [UInt8] {
        var text: [UInt8]
        if let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) {
            let rest = Array(bytes.dropFirst(mark.bytes.count))
            if let name = mark.encoding { text = try converted(rest, from: name) } else { text = repaired(rest) }
        } else if let name = detectedUTF16Or32(bytes) {
            text = try converted(bytes, from: name)
        } else if let label = charset(contentType), !TextEncoding.isUTF8(label), !isPlain(bytes) {
            let encoding = TextEncoding(label: label)
            if isUTF8(bytes), encoding.map({ !$0.isWide || hasLongSequence(bytes) }) ?? true {
                text = bytes
            } else {
                guard let encoding else { throw Unsupported(name: label) }
                text = try converted(bytes, from: encoding.name)
            }
        } else {
            text = repaired(bytes)
        }
        replaceLoneSurrogates(in: &text)
        return text
    }

    /// Returns the `charset` parameter of a media type, in lower case.
    private static func charset(_ contentType: String?) -> String? {
        let parameters = (contentType ?? "").lowercased().split(separator: ";").dropFirst()
        for parameter in parameters {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ $0 != " " }) == "charset" else { continue }
            let label = parts[1].filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
            return label.isEmpty ? nil : String(label.prefix(40))
        }
        return nil
    }

    /// Detects UTF-16 and UTF-32 by the zero bytes in the first characters of JSON (RFC 4627, 3).
    private static func detectedUTF16Or32(_ bytes: [UInt8]) -> String? {
        switch bytes.prefix(4).map({ $0 == 0 }) {
        case [true, true, true, false]: "UTF-32BE"
        case [false, true, true, true]: "UTF-32LE"
        case let zeros where zeros.prefix(2) == [true, false]: "UTF-16BE"
        case let zeros where zeros.prefix(2) == [false, true]: "UTF-16LE"
        default: nil
        }
    }

    private static func converted(_ bytes: [UInt8], from name: String) throws(Unsupported) -> [UInt8] {
        guard let text = TextConverter(from: name)?.utf8(of: bytes) else { throw Unsupported(name: name) }
        return text
    }

    /// Whether the text is ASCII without escape sequences, and therefore the same in every encoding.
    private static func isPlain(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 < 0x80 && $0 != 0x1B } }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// Whether a character has three or more bytes. Text in another encoding contains such a sequence only by chance.
    private static func hasLongSequence(_ utf8: [UInt8]) -> Bool { utf8.contains { $0 >= 0xE0 } }

    /// Returns valid UTF-8, with ``FeedMapping/unreadable`` in place of each invalid sequence.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        if isUTF8(bytes) { return bytes }
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.lazy.map { $0 == "\u{FFFD}" ? FeedMapping.unreadable : $0 })
        return Array(String(text).utf8)
    }

    /// Replaces each `\u` escape of a lone surrogate with `\uFFFF`.
    private static func replaceLoneSurrogates(in bytes: inout [UInt8]) {
        func escaped(at index: Int) -> UInt32? {
            guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
            else { return nil }
            return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
        }
        var index = 0
        while let backslash = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) {
            index = min(backslash + 2, bytes.count)
            guard let unit = escaped(at: backslash), (0xD800..<0xE000).contains(unit) else { continue }
            let next = escaped(at: backslash + 6) ?? 0
            if unit < 0xDC00, (0xDC00..<0xE000).contains(next) {
                index = backslash + 12
            } else {
                for digit in (backslash + 2)..<(backslash + 6) { bytes[digit] = UInt8(ascii: "F") }
            }
        }
    }
}
