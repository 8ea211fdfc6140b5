/// A language as apps name it, such as `zh-Hant-HK`. Case does not matter.
public struct LanguageTag: Sendable, Hashable {
    public let text: String
    /// The tag in small letters, with `-` between its parts.
    private let plain: String

    /// Reads a well-formed tag (RFC 5646); `_` between its parts is taken as `-`.
    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), Self.isWellFormed(text.utf8) else { return nil }
        self.text = text
        plain = String(unsafeUninitializedCapacity: text.utf8.count) { plain in
            for (index, byte) in text.utf8.enumerated() {
                let isLetter = (0x41...0x5A).contains(byte)
                plain[index] = isLetter ? byte | 0x20 : byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : byte
            }
            return text.utf8.count
        }
    }

    /// Parts of one to eight letters or digits, the first of them letters: a language, or `x` or `i` with more behind.
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

    public static func == (left: LanguageTag, right: LanguageTag) -> Bool { left.plain == right.plain }

    public func hash(into hasher: inout Hasher) { hasher.combine(plain) }

    /// The place of the tag that fits best to what somebody reads, most wanted first (RFC 4647, 3.4, lookup).
    static func lookup(_ wanted: [LanguageTag], among tags: [LanguageTag]) -> Int? {
        for range in wanted {
            var rest = range.plain.utf8[...]
            while !rest.isEmpty {
                if let found = tags.firstIndex(where: { $0.plain.utf8.elementsEqual(rest) }) { return found }
                rest = withoutLastPart(rest)
                // A single letter only announces what was cut off behind it.
                if rest.count == 1 || rest.dropLast().last == UInt8(ascii: "-") { rest = withoutLastPart(rest) }
            }
        }
        return nil
    }

    private static func withoutLastPart(_ text: Substring.UTF8View) -> Substring.UTF8View {
        text.lastIndex(of: UInt8(ascii: "-")).map { text[..<$0] } ?? text[..<text.startIndex]
    }
}
