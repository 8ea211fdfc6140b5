/// A client's languages, most preferred first.
public struct LanguageList: Sendable, Equatable {
    public var tags: [LanguageTag]
    /// Whether the list has everything that was sent.
    public var isWhole: Bool

    public static let maximumCount = 10
    /// The maximum number of elements that are read from a device's list.
    private static let maximumElements = 100

    /// Reads a list as operators write it: at most ``longest`` tags separated by commas; nil for any other text.
    public init?(strict text: String) {
        // Most lists have a single tag.
        if let tag = LanguageTag(text) {
            self.init(tags: [tag], isWhole: true)
            return
        }
        let tags = text.split(separator: ",").map { LanguageTag($0.filter { $0 != " " }) }
        guard (1...Self.maximumCount).contains(tags.count), !tags.contains(nil) else { return nil }
        self.init(tags: tags.compactMap(\.self), isWhole: true)
    }

    /// Reads what devices and browsers send, including locale names of Java and POSIX (`zh_TW_#Hant`,
    /// `en_US@calendar=buddhist`), lists with quality values (`Accept-Language`, RFC 9110, 12.5.4) and JSON arrays.
    /// Keeps at most ``longest`` languages, the most preferred ones.
    public init(reading text: String) {
        if let tag = LanguageTag(text) {
            self.init(tags: [tag], isWhole: true)
            return
        }
        let elements = text.split(separator: ",", maxSplits: Self.maximumElements)
        var isWhole = elements.count <= Self.maximumElements
        var wanted: [(tag: LanguageTag, quality: Double)] = []
        for element in elements.prefix(Self.maximumElements) {
            var parts = element.split(separator: ";", omittingEmptySubsequences: false)[...]
            let name = Self.trimmed(parts.popFirst() ?? "")
            // A wildcard expresses no preference.
            if name.isEmpty || name == "*" { continue }
            let quality = name.contains("@") ? 1 : Self.quality(parts)
            let tag = LanguageTag.reading(name)
            if quality == nil || !tag.isWhole { isWhole = false }
            if let tag = tag.value, quality != 0 { wanted.append((tag, quality ?? 1)) }
        }
        if wanted.contains(where: { $0.quality != wanted[0].quality }) {
            let sorted = wanted.enumerated().sorted {
                ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset)
            }
            wanted = sorted.map(\.element)
        }
        self.init(
            tags: wanted.prefix(Self.maximumCount).map(\.tag), isWhole: isWhole && wanted.count <= Self.maximumCount)
    }

    private init(tags: [LanguageTag], isWhole: Bool) {
        self.tags = tags
        self.isWhole = isWhole
    }

    /// An element without surrounding whitespace, and without the brackets and quotes of a JSON array.
    private static func trimmed(_ text: Substring) -> Substring {
        func isOutside(_ character: Character) -> Bool { character.isWhitespace || "[]\"'".contains(character) }
        var text = text.drop(while: isOutside)
        while text.last.map(isOutside) ?? false { text.removeLast() }
        return text
    }

    /// The quality value in an element's parameters; 1 if there is none, nil if it is malformed.
    private static func quality(_ parameters: ArraySlice<Substring>) -> Double? {
        var quality = 1.0
        for parameter in parameters {
            let text = trimmed(parameter).filter { $0 != " " }
            if text.isEmpty { continue }
            guard text.lowercased().hasPrefix("q="), let value = Double(text.dropFirst(2)), (0...1).contains(value)
            else {
                return nil
            }
            quality = value
        }
        return quality
    }
}

extension LanguageTag {
    /// The scripts that POSIX modifiers name, as in `sr_RS@latin`.
    private static let modifiers = ["latin": "Latn", "iqtelif": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

    /// A tag has room for fewer parts.
    private static let maximumParts = 32
    /// The rest of a longer name is ignored.
    private static let maximumName = 256

    /// Reads the name of a locale, as far as it can be read.
    static func reading(_ name: Substring) -> ReadValue<LanguageTag> {
        if let tag = LanguageTag(String(name)) { return ReadValue(tag) }
        // A character set, as in `zh_CN.UTF-8`, and anything after the script in Java's form are irrelevant here.
        let base = name.prefix(maximumName).prefix { $0 != "@" && $0 != "." }
        let halves = base.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        func parts(_ text: Substring) -> [Substring] { text.split { $0 == "-" || $0 == "_" } }
        // Java's name of a locale without a language begins with its country: `_US`.
        var all = base.first == "_" ? [] : halves.first.map(parts) ?? []
        var script = halves.dropFirst().first.flatMap { parts($0).first }.flatMap { $0.count == 4 ? $0 : nil }
        if let mark = name.firstIndex(of: "@"),
            let known = modifiers[name[mark...].dropFirst().prefix(maximumName).lowercased()]
        {
            script = script ?? Substring(known)
        }
        if let script, !all.isEmpty, !(all.count > 1 && all[1].count == 4) { all.insert(script, at: 1) }
        // Variants may be invalid in a tag, and there may be too many parts.
        var read = min(all.count, maximumParts)
        while read > 0 {
            if let tag = LanguageTag(all.prefix(read).joined(separator: "-")) {
                return ReadValue(tag, isWhole: read == all.count && name.count <= maximumName)
            }
            read -= 1
        }
        return ReadValue(nil, isWhole: false)
    }
}
