import Foundation

/// International host names and their ASCII form in DNS (RFC 5891, RFC 3492).
enum InternationalHost {
    /// Returns the ASCII form of a host, such as `xn--fsqu00a.cn`; nil if a label has characters that hosts cannot
    /// have.
    static func ascii(_ host: String) -> String? {
        if host.unicodeScalars.allSatisfy(\.isASCII) { return isASCIIHost(host) ? host : nil }
        let mapped = host.lowercased().precomposedStringWithCanonicalMapping
        let labels = mapped.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: dots.contains)
        var result: [String] = []
        for label in labels {
            guard let ascii = ascii(label: label) else { return nil }
            result.append(ascii)
        }
        return result.joined(separator: ".")
    }

    /// The full stop and its East Asian variants.
    private static let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]

    private static func isASCIIHost(_ host: String) -> Bool {
        host.unicodeScalars.allSatisfy { isLetter($0) || $0 == "." || $0 == "_" }
    }

    private static func ascii(label: Substring.UnicodeScalarView) -> String? {
        guard label.allSatisfy(isLetter) else { return nil }
        if label.allSatisfy(\.isASCII) { return String(String.UnicodeScalarView(label)) }
        guard let code = punycode(Array(label)), code.utf8.count <= 59 else { return nil }
        return "xn--" + code
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
            .decimalNumber:
            true
        default: scalar == "-" || scalar == "\u{200C}" || scalar == "\u{200D}"
        }
    }

    /// Encodes a label in Punycode (RFC 3492, section 6.3); nil if it is too long.
    private static func punycode(_ label: [Unicode.Scalar]) -> String? {
        guard label.count <= 63 else { return nil }
        var output = label.filter(\.isASCII).map { Character($0) }
        let basic = output.count
        if basic > 0 { output.append("-") }
        var (code, delta, bias, handled) = (UInt32(128), 0, 72, basic)
        while handled < label.count {
            guard let next = label.map(\.value).filter({ $0 >= code }).min() else { return nil }
            delta += Int(next - code) * (handled + 1)
            code = next
            for scalar in label {
                if scalar.value < code { delta += 1 }
                guard scalar.value == code else { continue }
                output += digits(of: delta, bias: bias)
                bias = adapted(delta, length: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(output)
    }

    private static func digits(of delta: Int, bias: Int) -> [Character] {
        var result: [Character] = []
        var (rest, position) = (delta, 36)
        while true {
            let threshold = min(max(position - bias, 1), 26)
            if rest < threshold { return result + [digit(rest)] }
            result.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            position += 36
        }
    }

    private static func digit(_ value: Int) -> Character {
        Character(Unicode.Scalar(UInt8(value < 26 ? value + 97 : value + 22)))
    }

    private static func adapted(_ delta: Int, length: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / length
        var position = 0
        while delta > 455 {
            delta /= 35
            position += 36
        }
        return position + 36 * delta / (delta + 38)
    }
}
