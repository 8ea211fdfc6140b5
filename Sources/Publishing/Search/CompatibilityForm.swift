import Foundation

/// Unicode Normalization Form KC (UAX #15).
///
/// Foundation's implementation does not compose half-width kana and leaves some marks out of order. It is correct for
/// single characters, from which the tables are built.
enum CompatibilityForm {
    /// The form NFKC.
    static func composed(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        string(recomposed(decomposed(scalars)))
    }

    /// The form NFKD.
    static func decomposed(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(scalars.underestimatedCount)
        for scalar in scalars {
            if isInert(scalar) {
                result.append(scalar)
            } else if let syllable = HangulSyllable(scalar) {
                result += syllable.parts
            } else if let parts = tables.decompositions[scalar] {
                result += parts
            } else {
                result.append(scalar)
            }
        }
        orderMarks(&result)
        return result
    }

    /// ASCII and the unified ideographs: each is its own decomposition, and none is a mark.
    static func isInert(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 || (0x4E00...0x9FFF).contains(scalar.value)
    }

    static func string(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Puts consecutive marks into canonical order.
    private static func orderMarks(_ scalars: inout [Unicode.Scalar]) {
        var start = 0
        while start < scalars.count {
            let end = scalars[start...].firstIndex { markClass($0) == 0 } ?? scalars.count
            if end > start + 1 {
                // Sorting is stable: marks of one class keep their order.
                scalars[start..<end].sort { markClass($0) < markClass($1) }
            }
            start = end + 1
        }
    }

    /// The canonical combining class; 0 for anything that is not a mark.
    private static func markClass(_ scalar: Unicode.Scalar) -> UInt8 {
        isInert(scalar) ? 0 : scalar.properties.canonicalCombiningClass.rawValue
    }

    /// Returns the canonical composition of decomposed scalars.
    private static func recomposed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(scalars.count)
        var starter: Int?
        // The class of the previous mark; 0 directly after the starter.
        var last: UInt8 = 0
        for scalar in scalars {
            let markClass = markClass(scalar)
            if let place = starter, last < markClass || place == result.count - 1,
                let both = composition(result[place], scalar)
            {
                result[place] = both
                continue
            }
            if markClass == 0 { starter = result.count }
            last = markClass
            result.append(scalar)
        }
        return result
    }

    private static func composition(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        if isInert(second) { return nil }
        return HangulSyllable.composition(first, second) ?? tables.compositions[Pair(first: first, second: second)]
    }

    private struct Pair: Hashable {
        let first: Unicode.Scalar
        let second: Unicode.Scalar
    }

    private struct Tables {
        var decompositions: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        var compositions: [Pair: Unicode.Scalar] = [:]
    }

    /// Where Unicode has characters with a decomposition, except for Hangul syllables.
    private static let decomposable: [ClosedRange<UInt32>] = [
        0xA0...0x33FF, 0xA640...0xABFF, 0xF900...0xFFEF, 0x105C0...0x107BF, 0x11080...0x1193F, 0x16100...0x16DFF,
        0x1CC00...0x1CEFF, 0x1D100...0x1D7FF, 0x1E000...0x1E0FF, 0x1EE00...0x1F2FF, 0x1FB00...0x1FBFF,
        0x2F800...0x2FA1F,
    ]

    /// Built once, with one string per form: each call of Foundation takes microseconds.
    private static let tables: Tables = {
        var tables = Tables()
        var scalars: [Unicode.Scalar] = []
        for range in decomposable {
            for value in range {
                guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else {
                    continue
                }
                scalars.append(scalar)
            }
        }
        for (scalar, parts) in lines(of: scalars, \.decomposedStringWithCompatibilityMapping) where parts != [scalar] {
            tables.decompositions[scalar] = parts
        }
        let candidates = tables.decompositions.keys.filter { !$0.properties.isFullCompositionExclusion }
        let canonical = lines(of: candidates, \.decomposedStringWithCanonicalMapping).filter { $0.parts != [$0.scalar] }
        var composites: [[Unicode.Scalar]: Unicode.Scalar] = [:]
        // Shorter ones first: a longer one is composed of a shorter one and its last part.
        for (scalar, parts) in canonical.sorted(by: { $0.parts.count < $1.parts.count }) {
            let start = Array(parts.dropLast())
            guard let first = start.count == 1 ? start.first : composites[start], let last = parts.last else {
                continue
            }
            composites[parts] = scalar
            tables.compositions[Pair(first: first, second: last)] = scalar
        }
        return tables
    }()

    /// Applies a form to each of some characters.
    private static func lines(
        of scalars: [Unicode.Scalar], _ form: (String) -> String
    ) -> [(scalar: Unicode.Scalar, parts: [Unicode.Scalar])] {
        let lines = form(string(scalars.flatMap { [$0, "\n"] })).unicodeScalars.split(separator: "\n")
        return lines.count == scalars.count ? zip(scalars, lines).map { ($0, Array($1)) } : []
    }
}

/// A Hangul syllable, which is composed from its letters by arithmetic (Unicode 3.12).
private struct HangulSyllable {
    private let index: UInt32

    private static let base: UInt32 = 0xAC00
    private static let (leads, vowels, tails): (UInt32, UInt32, UInt32) = (0x1100, 0x1161, 0x11A7)
    private static let (leadCount, vowelCount, tailCount): (UInt32, UInt32, UInt32) = (19, 21, 28)

    init?(_ scalar: Unicode.Scalar) {
        let index = scalar.value &- Self.base
        guard index < Self.leadCount * Self.vowelCount * Self.tailCount else { return nil }
        self.index = index
    }

    var parts: [Unicode.Scalar] {
        let (pair, tail) = index.quotientAndRemainder(dividingBy: Self.tailCount)
        let (lead, vowel) = pair.quotientAndRemainder(dividingBy: Self.vowelCount)
        let values = [Self.leads + lead, Self.vowels + vowel] + (tail > 0 ? [Self.tails + tail] : [])
        return values.compactMap(Unicode.Scalar.init)
    }

    /// The syllable of a lead and a vowel, or of a syllable without a tail and a tail; nil for anything else.
    static func composition(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        let (lead, vowel) = (first.value &- leads, second.value &- vowels)
        if lead < leadCount, vowel < vowelCount {
            return Unicode.Scalar(base + (lead * vowelCount + vowel) * tailCount)
        }
        let tail = second.value &- tails
        guard let syllable = HangulSyllable(first), syllable.index % tailCount == 0, (1..<tailCount).contains(tail)
        else {
            return nil
        }
        return Unicode.Scalar(first.value + tail)
    }
}
