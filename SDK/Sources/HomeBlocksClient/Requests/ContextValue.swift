import Foundation

/// Normalizes values of ``HomePageContext`` to a form that every version of the server can read: apps get them from
/// systems with different notations.
enum ContextValue {
    /// The maximum number of languages that are sent: further ones make no difference.
    private static let maximumLanguages = 10
    private static let maximumNumbers = 4
    private static let maximumDigits = 9
    private static let maximumLength = 64

    /// Returns an app version without a leading `v` and a trailing build number: `9.10.1` for `v9.10.1 (1234)`; nil if
    /// it does not begin with a number.
    static func version(_ text: String) -> String? {
        var rest = text.trimmingCharacters(in: .whitespacesAndNewlines)[...]
        if rest.first == "v" || rest.first == "V" { rest = rest.dropFirst() }
        let core = rest.prefix { isDigit($0) || $0 == "." }
        let parts: [Substring] = core.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.prefix { (1...maximumDigits).contains($0.count) }
        guard let end = numbers.last?.endIndex else { return nil }
        let version = numbers.prefix(maximumNumbers).joined(separator: ".")
        guard numbers.count <= maximumNumbers else { return version }
        let labels = labels(rest[end...])
        return version.count + labels.count <= maximumLength ? version + labels : version
    }

    /// Returns the well-formed part of the labels that Semantic Versioning allows after the numbers, such as
    /// `-beta.1+5`.
    private static func labels(_ text: Substring) -> String {
        var (read, rest) = ("", text)
        for sign in ["-", "+"] as [Character] where rest.first == sign {
            let label = rest.dropFirst().prefix { isLetter($0) || isDigit($0) || $0 == "." || $0 == "-" }
            let parts: [Substring] = label.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.allSatisfy({ !$0.isEmpty }) else { break }
            read += "\(sign)\(label)"
            rest = rest.dropFirst(1 + label.count)
        }
        return read
    }

    /// Returns a language priority list of BCP 47 tags, separated by commas: `zh-Hant-TW,en-US` for
    /// `zh_TW_#Hant, en_US@calendar=buddhist`; nil if it contains no language.
    static func languages(_ text: String) -> String? {
        var tags: [String] = []
        for part in text.split(separator: ",") {
            guard let tag = language(part), !tags.contains(tag) else { continue }
            tags.append(tag)
        }
        return tags.isEmpty ? nil : tags.prefix(maximumLanguages).joined(separator: ",")
    }

    /// Returns the language, the script, the region and the variants of a locale identifier, without settings for dates
    /// and numbers.
    private static func language(_ text: Substring) -> String? {
        // These begin a quality value (RFC 9110), keywords of ICU and POSIX, and the encoding of POSIX.
        let name = text.prefix { !";@.".contains($0) }.trimmingCharacters(in: .whitespaces)
        let subtags = name.split { $0 == "-" || $0 == "_" }.map { $0.first == "#" ? $0.dropFirst() : $0 }
        guard let language = subtags.first, (2...8).contains(language.count), language.allSatisfy(isLetter) else {
            return nil
        }
        var (script, region, variants): (Substring?, Substring?, [Substring]) = (nil, nil, [])
        for subtag in subtags.dropFirst() {
            // A subtag of one character begins an extension.
            guard (2...8).contains(subtag.count), subtag.allSatisfy({ isLetter($0) || isDigit($0) }) else { break }
            if subtag.count == 4, subtag.allSatisfy(isLetter), script == nil {
                script = subtag
            } else if subtag.count == 2 || subtag.count == 3 && subtag.allSatisfy(isDigit), region == nil {
                region = subtag
            } else {
                variants.append(subtag)
            }
        }
        let tag = [language.lowercased(), script?.capitalized, region?.uppercased()].compactMap(\.self)
        return (tag + variants.map { $0.lowercased() }).joined(separator: "-")
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    private static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
}
