extension ECMAPattern {
    // U+2000 and U+2001 cannot be bounds of a range: Swift normalizes them to other characters.
    private static let space =
        "\\t\\n\\u{b}\\f\\r\\u{20}\\u{a0}\\u{1680}\\u{2000}\\u{2001}\\u{2002}-\\u{200a}"
        + "\\u{2028}\\u{2029}\\u{202f}\\u{205f}\\u{3000}\\u{feff}"

    /// The characters of `\d`, `\w` and `\s`, as written in a character class.
    private static let classes: [Unicode.Scalar: String] = ["d": "0-9", "w": "A-Za-z0-9_", "s": space]

    mutating func atomEscape() throws(Refusal) -> String {
        if let characters = try escapedClass() { return characters }
        return Self.literal(try escapedScalar())
    }

    /// Reads a class such as `\d`. Returns nil without consuming anything if the escape is not a class.
    mutating func escapedClass() throws(Refusal) -> String? {
        guard position < scalars.count else { throw Refusal(reason: "it ends with a backslash") }
        let scalar = scalars[position]
        let small = Unicode.Scalar(scalar.value | 0x20) ?? scalar
        if let characters = Self.classes[small] {
            position += 1
            return "[\(scalar == small ? "" : "^")\(characters)]"
        }
        guard small == "p" else { return nil }
        position += 1
        let name = take("{") ? String(String.UnicodeScalarView(scalars[position...].prefix { $0 != "}" })) : ""
        position += name.unicodeScalars.count
        guard take("}"), Self.categories.contains(name) || name.hasPrefix("Script=") else {
            throw Refusal(
                reason:
                    "of \\p only general categories such as \\p{L} and scripts such as \\p{Script=Han} are supported")
        }
        return "\\\(scalar){\(name)}"
    }

    private static let categories: Set<String> = [
        "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe",
        "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Co", "Cn",
    ]
    private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
        "t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}", "r": "\r",
    ]

    mutating func escapedScalar() throws(Refusal) -> Unicode.Scalar {
        guard let scalar = next() else { throw Refusal(reason: "it ends with a backslash") }
        if let control = Self.controls[scalar] { return control }
        if "^$\\.*+?()[]{}|/-".unicodeScalars.contains(scalar) { return scalar }
        var value: UInt32?
        switch scalar {
        case "x": value = hexadecimal(2)
        case "u" where take("{"):
            let digits = scalars[position...].prefix { $0 != "}" }.count
            value = (1...6).contains(digits) ? hexadecimal(digits) : nil
            if !take("}") { value = nil }
        case "u":
            value = hexadecimal(4)
            if let high = value, (0xD800..<0xDC00).contains(high), take("\\u"), let low = hexadecimal(4),
                (0xDC00..<0xE000).contains(low)
            {
                value = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
            }
        default: throw Refusal(reason: "the escape \\\(scalar) is not supported")
        }
        guard let escaped = value.flatMap(Unicode.Scalar.init) else {
            throw Refusal(reason: "the escape \\\(scalar) is not a character")
        }
        return escaped
    }

    private mutating func hexadecimal(_ digits: Int) -> UInt32? {
        let text = String(String.UnicodeScalarView(scalars[position...].prefix(digits)))
        guard text.utf8.count == digits, text.allSatisfy(\.isHexDigit) else { return nil }
        position += digits
        return UInt32(text, radix: 16)
    }
}
