/// The subtags of a language tag, with current codes instead of outdated ones, and with the likely script and region
/// where the tag has none (UTS 35, "Likely Subtags"): `zh-TW` and `zh-Hant` are both `zh-Hant-TW`. A subtag is a number
/// made of its lowercase bytes, so that comparing two does not allocate memory; 0 is unknown.
struct LanguageSubtags: Sendable {
    private(set) var language: UInt64
    private(set) var script: UInt32 = 0
    private(set) var region: UInt32 = 0
    /// Whether the tag has a script, or its language implies one, as `sh` does.
    private(set) var hasScript = false
    private(set) var hasRegion = false
    /// How many bytes at the end of the tag are variants and extensions.
    private(set) var restLength = 0
    /// The language to fall back to; 0 for none.
    private(set) var parentLanguage: UInt64 = 0

    private static let chinese = number("zh".utf8)

    /// - Parameter tag: the bytes of a well-formed tag in lowercase.
    init(_ tag: UnsafeBufferPointer<UInt8>) {
        var parts = TagScanner(tag)
        language = parts.next.number
        let isPrivate = parts.next.length == 1
        parts.advance()
        if !isPrivate {
            // An extended language replaces Chinese: zh-yue is yue, and zh-cmn is cmn.
            if language == Self.chinese, parts.next.isLetters(3),
                LanguageTables.standard.languages[parts.next.number] != nil
            {
                language = parts.next.number
                parts.advance()
            }
            if parts.next.isLetters(4) {
                (script, hasScript) = (UInt32(parts.next.number), true)
                parts.advance()
            }
            if parts.next.isLetters(2) || parts.next.isDigits(3) {
                (region, hasRegion) = (UInt32(parts.next.number), true)
                parts.advance()
            }
            complete()
        }
        restLength = parts.restLength
    }

    /// Replaces outdated codes and adds likely subtags.
    private mutating func complete() {
        let tables = LanguageTables.standard
        if hasRegion { region = tables.regions[region] ?? region }
        guard var known = tables.languages[language] else { return }
        if let alias = known.alias {
            language = alias.language
            if !hasScript, alias.script != 0 { (script, hasScript) = (alias.script, true) }
            if !hasRegion, alias.region != 0 { (region, hasRegion) = (alias.region, true) }
            guard let present = tables.languages[language] else { return }
            known = present
        }
        parentLanguage = known.parent
        let hasExceptions = known.hasExceptions
        if script == 0 {
            let exception = hasExceptions && hasRegion ? tables.exceptions[Self.key(language, region)] : nil
            script = exception ?? known.script
        }
        if region == 0 {
            let exception = hasExceptions && hasScript ? tables.exceptions[Self.key(language, script)] : nil
            region = exception ?? known.region
        }
    }

    /// Whether the region is the likely one of the language and script.
    var hasLikelyRegion: Bool {
        let tables = LanguageTables.standard
        return region == tables.exceptions[Self.key(language, script)] ?? tables.languages[language]?.region ?? 0
    }

    /// The parent of a region, whose localizations are used if the region has none; 0 for none.
    func parent(of region: UInt32) -> UInt32 { LanguageTables.standard.parents[Self.key(language, region)] ?? 0 }

    /// Whether a region contains several countries, such as 419, Latin America.
    static func isGroup(_ region: UInt32) -> Bool { region >> 16 != 0 }

    /// A key for a language and another subtag. Languages in the tables have at most three letters.
    static func key(_ language: UInt64, _ part: UInt32) -> UInt64 { language << 32 | UInt64(part) }

    /// Returns at most eight bytes as a number.
    static func number(_ text: some Collection<UInt8>) -> UInt64 { text.reduce(0) { $0 << 8 | UInt64($1) } }
}

/// Iterates over the parts of a tag.
private struct TagScanner {
    struct Part {
        var number: UInt64 = 0
        var length = 0
        var letters = 0

        func isLetters(_ count: Int) -> Bool { length == count && letters == count }

        func isDigits(_ count: Int) -> Bool { length == count && letters == 0 }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// The part at the current position; empty at the end.
    private(set) var next = Part()

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        read()
    }

    /// How many bytes are left, from the start of the next part.
    var restLength: Int { bytes.count - position }

    mutating func advance() {
        position = min(position + next.length + 1, bytes.count)
        read()
    }

    private mutating func read() {
        next = Part()
        for byte in bytes[position...] {
            if byte == UInt8(ascii: "-") { return }
            next.number = next.number << 8 | UInt64(byte)
            next.length += 1
            if byte > UInt8(ascii: "9") { next.letters += 1 }
        }
    }
}
