/// A secret or a setting as a file, a variable or a form gave it.
public enum GivenText {
    /// The text without spaces and line ends around it. Files and commands that print a secret end it with a line end.
    public static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let start = scalars.firstIndex { !isSpace($0) } ?? scalars.endIndex
        let end = scalars.lastIndex { !isSpace($0) }.map { scalars.index(after: $0) } ?? start
        return String(scalars[start..<end])
    }

    /// Whether the text is in quotes. Some tools that read files of variables keep them.
    public static func isQuoted(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard scalars.count >= 2, let first = scalars.first, let last = scalars.last else { return false }
        return pairs.contains { $0.0 == first && $0.1 == last }
    }

    private static let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
        ("\"", "\""), ("'", "'"), ("`", "`"), ("\u{201C}", "\u{201D}"), ("\u{2018}", "\u{2019}"),
    ]

    /// A byte order mark counts as one: editors put it before the first line of a file.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
}
