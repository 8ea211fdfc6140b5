/// ``LanguageData`` by numbers (``LanguageSubtags``).
struct LanguageTables: Sendable {
    struct Language: Sendable {
        /// Likely for a tag that has only the language.
        var script: UInt32 = 0
        var region: UInt32 = 0
        /// Whether some scripts or regions have other likely ones.
        var hasExceptions = false
        /// The language to fall back to; 0 for none.
        var parent: UInt64 = 0
        /// What the code is called now, if it is outdated or longer than it has to be.
        var alias: Alias?
    }

    struct Alias: Sendable {
        var language: UInt64
        var script: UInt32 = 0
        var region: UInt32 = 0
    }

    private(set) var languages: [UInt64: Language] = [:]
    /// Per language and region the likely script; per language and script the likely region.
    private(set) var exceptions: [UInt64: UInt32] = [:]
    /// The present code of outdated ones.
    private(set) var regions: [UInt32: UInt32] = [:]
    /// Per language and region the region whose texts are read too.
    private(set) var parents: [UInt64: UInt32] = [:]

    static let standard = LanguageTables()

    private init() {
        for parts in Self.entries(LanguageData.likely) where parts.count == 3 {
            languages[parts[0]] = Language(script: UInt32(parts[1]), region: UInt32(parts[2]))
        }
        for parts in Self.entries(LanguageData.exceptions) where parts.count == 3 {
            languages[parts[0]]?.hasExceptions = true
            exceptions[LanguageSubtags.key(parts[0], UInt32(parts[1]))] = UInt32(parts[2])
        }
        for parts in Self.entries(LanguageData.aliases) where parts.count >= 2 {
            var alias = Alias(language: parts[1])
            for part in parts.dropFirst(2) {
                if part >> 24 == 0 { alias.region = UInt32(part) } else { alias.script = UInt32(part) }
            }
            languages[parts[0]] = Language(alias: alias)
        }
        for parts in Self.entries(LanguageData.regions) where parts.count == 2 {
            regions[UInt32(parts[0])] = UInt32(parts[1])
        }
        for parts in Self.entries(LanguageData.parents) {
            if parts.count == 2 { languages[parts[0]]?.parent = parts[1] }
            if parts.count == 3 { parents[LanguageSubtags.key(parts[0], UInt32(parts[1]))] = UInt32(parts[2]) }
        }
    }

    /// The parts of each word of a text, as numbers.
    private static func entries(_ text: String) -> [[UInt64]] {
        text.lowercased().split { $0 == " " || $0 == "\n" }.map { word in
            word.split { $0 == "-" || $0 == "=" }.map { LanguageSubtags.number($0.prefix(4).utf8) }
        }
    }
}
