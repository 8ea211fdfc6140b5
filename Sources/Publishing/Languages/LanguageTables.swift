/// ``LanguageData`` as tables with numeric subtags (``LanguageSubtags``).
struct LanguageTables: Sendable {
    struct Language: Sendable {
        /// The likely script and region of a tag that has only the language.
        var script: UInt32 = 0
        var region: UInt32 = 0
        /// Whether ``exceptions`` has other likely ones for some scripts or regions.
        var hasExceptions = false
        /// The language to fall back to; 0 for none.
        var parent: UInt64 = 0
        /// The current code, if this one is outdated or longer than necessary.
        var alias: Alias?
    }

    struct Alias: Sendable {
        var language: UInt64
        var script: UInt32 = 0
        var region: UInt32 = 0
    }

    private(set) var languages: [UInt64: Language] = [:]
    /// The likely script by language and region, and the likely region by language and script.
    private(set) var exceptions: [UInt64: UInt32] = [:]
    /// Current codes by outdated ones.
    private(set) var regions: [UInt32: UInt32] = [:]
    /// The region to fall back to, by language and region.
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
