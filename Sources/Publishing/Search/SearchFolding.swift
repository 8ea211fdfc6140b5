/// Folds text for searches: removes differences in case, compatibility forms (half-width and full-width letters,
/// ligatures) and invisible characters (Unicode 3.13, toNFKC_Casefold). `config/console/core/folded.js` does the same.
enum SearchFolding {
    /// Returns the text to compare. Folding is idempotent.
    static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var scalars: [Unicode.Scalar] = []
        for scalar in CompatibilityForm.decomposed(text.unicodeScalars) { appendWithoutCase(scalar, to: &scalars) }
        return CompatibilityForm.composed(scalars)
    }

    /// Appends the full case folding of a decomposed character; nothing if it is invisible.
    private static func appendWithoutCase(_ scalar: Unicode.Scalar, to result: inout [Unicode.Scalar]) {
        let properties = scalar.properties
        switch scalar.value {
        case 0x41...0x5A: result.append(Unicode.Scalar(UInt8(scalar.value) + 0x20))
        case _ where CompatibilityForm.isInert(scalar) || !properties.changesWhenNFKCCaseFolded: result.append(scalar)
        case _ where properties.isDefaultIgnorableCodePoint: break
        // Cherokee is folded to uppercase letters, which are older than its lowercase letters.
        case 0x13F8...0x13FD, 0xAB70...0xABBF: result += properties.uppercaseMapping.unicodeScalars
        default:
            for small in properties.lowercaseMapping.unicodeScalars {
                for large in small.properties.uppercaseMapping.unicodeScalars {
                    result += large.properties.lowercaseMapping.unicodeScalars
                }
            }
        }
    }
}
