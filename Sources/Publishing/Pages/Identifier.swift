/// The rules for names.
public enum Identifier {
    /// A page's slug: 1 to 64 lowercase letters, digits and hyphens.
    public static func isSlug(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { isDigit($0) || isLowercaseLetter($0) || $0 == UInt8(ascii: "-") }
    }

    /// The rule of ``isSlug(_:)``, for messages.
    static let slugRule = "1 to 64 lowercase letters, digits and hyphens"

    /// A block's code or a layout's name: 1 to 128 letters, digits, `_`, `-` and `.`, but not `.` or `..`, which
    /// clients remove from a URL's path (RFC 3986, section 5.2.4).
    public static func isCode(_ text: String) -> Bool { hasCodeCharacters(text) && text != "." && text != ".." }

    /// Whether a text has a code's length and characters. Codes stored by earlier versions may break the other rules of
    /// ``isCode(_:)``.
    public static func hasCodeCharacters(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                isDigit(byte) || isLowercaseLetter(byte) || isLowercaseLetter(byte | 0x20) && byte < 0x80
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
    }

    /// New names for the codes that ``isCode(_:)`` rejects, distinct from all given codes.
    public static func replacements(in codes: Set<String>) -> [String: String] {
        var taken = codes
        var names: [String: String] = [:]
        for code in codes.sorted() where !isCode(code) {
            var (name, count) = ("renamed", 1)
            while !taken.insert(name).inserted {
                count += 1
                name = "renamed-\(count)"
            }
            names[code] = name
        }
        return names
    }

    /// A code that is not in use: the code itself, or the code with the next free number, such as `wallet-2` for
    /// `wallet`.
    static func freeCode(like code: String, taken: Set<String>) -> String {
        var (free, count) = (code, 1)
        while taken.contains(free) {
            count += 1
            let suffix = "-\(count)"
            free = code.prefix(128 - suffix.count) + suffix
        }
        return free
    }

    /// The rule of ``isCode(_:)``, for messages.
    static let codeRule = "must be 1 to 128 letters, digits, \"_\", \"-\" and \".\", and neither \".\" nor \"..\""

    /// The display name of a page or a token: 1 to 200 characters without control characters.
    public static func isTitle(_ text: String) -> Bool {
        (1...200).contains(text.unicodeScalars.count) && isPrintable(text)
    }

    /// Whether a text has no control characters.
    static func isPrintable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLowercaseLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
