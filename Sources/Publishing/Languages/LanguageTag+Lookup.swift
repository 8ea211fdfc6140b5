/// Which texts a reader gets, and to whom readers of a language belong: the lookup of RFC 4647 (3.4), on tags that have
/// their likely scripts and regions.
extension LanguageTag {
    /// The index of the tag that fits best. The first language of the client that any tag fits decides.
    ///
    /// - Parameter wanted: what they read, most wanted first.
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

    /// Whether someone belongs to the readers of one of some tags. A region is one country then: readers in another one
    /// do not belong to it, though they would understand its texts.
    static func includes(_ tags: [LanguageTag], _ wanted: [LanguageTag]) -> Bool {
        wanted.indices.contains { place in
            let range = wanted[place]
            // Browsers add the language alone behind that of a region: "zh-HK, zh" is not someone in China.
            if range.isLanguageAlone,
                wanted[..<place].contains(where: { $0.subtags.language == range.subtags.language })
            {
                return false
            }
            return tags.contains { range.isWithin($0) }
        }
    }

    private var isLanguageAlone: Bool { !subtags.hasScript && !subtags.hasRegion && subtags.restLength == 0 }

    /// How well a text in a language fits, higher is better; nil if it does not.
    private func fit(of tag: LanguageTag) -> Int? {
        if tag.lowercased == lowercased { return .max }
        let (own, other) = (subtags, tag.subtags)
        guard own.language == other.language || own.parentLanguage != 0 && own.parentLanguage == other.language,
            hasRest(of: tag)
        else { return nil }
        guard other.script == 0 || own.script == other.script else {
            // One that may be for all scripts is better than none.
            return other.hasScript || other.hasRegion || own.language != other.language ? nil : 1
        }
        let fit = regionFit(other) + (other.hasScript ? 1 : 0)
        return own.language == other.language ? fit << 6 + other.restLength : fit
    }

    /// How well the region of a tag fits; below 20 if it is another one.
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

    /// Whether the variants and extensions of a tag are the first ones of this one.
    private func hasRest(of tag: LanguageTag) -> Bool {
        let (own, other) = (subtags.restLength, tag.subtags.restLength)
        guard other > 0 else { return true }
        guard other <= own else { return false }
        let rest = lowercased.utf8.suffix(own)
        return rest.starts(with: tag.lowercased.utf8.suffix(other))
            && (other == own || rest.dropFirst(other).first == UInt8(ascii: "-"))
    }
}
