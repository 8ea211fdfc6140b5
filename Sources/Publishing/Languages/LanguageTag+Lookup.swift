/// Chooses localizations and matches audiences by language: lookup (RFC 4647, 3.4) on tags with likely scripts and
/// regions.
extension LanguageTag {
    /// The index of the best match, for the first of the client's languages that any tag matches.
    ///
    /// - Parameter wanted: the client's languages, most preferred first.
    static func lookup(_ wanted: [LanguageTag], among tags: [LanguageTag]) -> Int? {
        for range in wanted {
            var best: (place: Int, fit: Int)?
            for (place, tag) in tags.enumerated() {
                guard let fit = range.fit(of: tag), fit > best?.fit ?? 0 else { continue }
                best = (place, fit)
            }
            if let best { return best.place }
        }
        return nil
    }

    /// Whether a client belongs to the audience of any of some tags. A tag with a country includes only clients in that
    /// country, even though others could read its texts.
    static func includes(_ tags: [LanguageTag], _ wanted: [LanguageTag]) -> Bool {
        wanted.indices.contains { place in
            let range = wanted[place]
            // Browsers append the language alone after the one with a region: "zh-HK, zh" is not a client in China.
            if range.isLanguageAlone,
                wanted[..<place].contains(where: { $0.subtags.language == range.subtags.language })
            {
                return false
            }
            return tags.contains { range.isWithin($0) }
        }
    }

    private var isLanguageAlone: Bool { !subtags.hasScript && !subtags.hasRegion && subtags.restLength == 0 }

    /// How well a tag matches this one, higher is better; nil if it does not.
    private func fit(of tag: LanguageTag) -> Int? {
        if tag.lowercased == lowercased { return .max }
        let (own, other) = (subtags, tag.subtags)
        guard own.language == other.language || own.parentLanguage != 0 && own.parentLanguage == other.language,
            hasRest(of: tag)
        else { return nil }
        guard other.script == 0 || own.script == other.script else {
            // A tag that may be for all scripts is better than none.
            return other.hasScript || other.hasRegion || own.language != other.language ? nil : 1
        }
        let fit = regionFit(other) + (other.hasScript ? 1 : 0)
        return own.language == other.language ? fit << 6 + other.restLength : fit
    }

    /// How well a tag's region matches; below 20 if it is a different one.
    private func regionFit(_ other: LanguageSubtags) -> Int {
        guard other.hasRegion else { return 50 }
        if other.region == subtags.region { return subtags.hasRegion ? 90 : 40 }
        var (region, fit) = (subtags.parent(of: subtags.region), 80)
        while region != 0 {
            if region == other.region { return fit }
            (region, fit) = (subtags.parent(of: region), fit - 2)
        }
        return other.hasLikelyRegion ? 15 : 10
    }

    private func isWithin(_ tag: LanguageTag) -> Bool {
        let (own, other) = (subtags, tag.subtags)
        guard own.language == other.language, hasRest(of: tag) else { return false }
        if tag.isLanguageAlone { return true }
        guard other.script == 0 || own.script == other.script else { return !other.hasScript && !other.hasRegion }
        if !other.hasRegion || own.region == other.region { return true }
        var region = own.parent(of: own.region)
        while region != 0 {
            if region == other.region { return LanguageSubtags.isGroup(region) }
            region = own.parent(of: region)
        }
        return false
    }

    /// Whether this tag's variants and extensions begin with those of another tag.
    private func hasRest(of tag: LanguageTag) -> Bool {
        let (own, other) = (subtags.restLength, tag.subtags.restLength)
        guard other > 0 else { return true }
        guard other <= own else { return false }
        let rest = lowercased.utf8.suffix(own)
        return rest.starts(with: tag.lowercased.utf8.suffix(other))
            && (other == own || rest.dropFirst(other).first == UInt8(ascii: "-"))
    }
}
