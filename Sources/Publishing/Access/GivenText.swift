/// A secret or a setting as it came from a file, an environment variable or a form.
public enum GivenText {
    /// Returns the text without surrounding white space. Files and commands that print a secret end it with a line
    /// break.
    public static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let start = scalars.firstIndex { !isSpace($0) } ?? scalars.endIndex
        let end = scalars.lastIndex { !isSpace($0) }.map { scalars.index(after: $0) } ?? start
        return String(scalars[start..<end])
    }

    /// Whether the text is in quotes. Some tools that read environment files keep them.
    public static func isQuoted(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard scalars.count >= 2, let first = scalars.first, let last = scalars.last else { return false }
        return pairs.contains { $0.0 == first && $0.1 == last }
    }

    private static let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
        ("\"", "\""), ("'", "'"), ("`", "`"), ("\u{201C}", "\u{201D}"), ("\u{2018}", "\u{2019}"),
    ]

    /// Whether a character is white space or a byte order mark, which some editors put at the start of a file.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
}
