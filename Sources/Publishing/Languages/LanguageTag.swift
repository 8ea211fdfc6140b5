/// A language tag as sent by apps, such as `zh-Hant-HK`. Case is ignored.
public struct LanguageTag: Sendable, Hashable {
    public let text: String
    /// The tag in lowercase, with `-` between its parts.
    let lowercased: String
    /// The tag's subtags, completed.
    let subtags: LanguageSubtags

    /// Reads a well-formed tag (RFC 5646); `_` between its parts is read as `-`.
    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), Self.isWellFormed(text.utf8) else { return nil }
        self.text = text
        var subtags: LanguageSubtags?
        lowercased = String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
            for (index, byte) in text.utf8.enumerated() {
                let isLetter = (0x41...0x5A).contains(byte)
                buffer[index] = isLetter ? byte | 0x20 : byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : byte
            }
            subtags = LanguageSubtags(UnsafeBufferPointer(rebasing: buffer[..<text.utf8.count]))
            return text.utf8.count
        }
        guard let subtags else { return nil }
        self.subtags = subtags
    }

    /// Whether a text has parts of one to eight letters or digits, of which the first has only letters: a language, or
    /// `x` or `i` followed by other parts.
    private static func isWellFormed(_ text: String.UTF8View) -> Bool {
        var (length, parts) = (0, 0)
        for byte in text {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "_"):
                guard length > 0 else { return false }
                (length, parts) = (0, parts + 1)
            case let byte where (0x61...0x7A).contains(byte | 0x20): length += 1
            case 0x30...0x39 where parts > 0: length += 1
            default: return false
            }
            guard length <= 8 else { return false }
        }
        guard length > 0 else { return false }
        let second = text.dropFirst().first
        let isSingle = second == nil || second == UInt8(ascii: "-") || second == UInt8(ascii: "_")
        guard isSingle, let first = text.first else { return true }
        return parts > 0 && (first | 0x20 == UInt8(ascii: "x") || first | 0x20 == UInt8(ascii: "i"))
    }

    public static func == (left: LanguageTag, right: LanguageTag) -> Bool { left.lowercased == right.lowercased }

    public func hash(into hasher: inout Hasher) { hasher.combine(lowercased) }
}
