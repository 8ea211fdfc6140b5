import Foundation

/// Character properties for preparing and comparing names and passwords (RFC 8264, section 9).
enum PRECIS {
    /// Whether a character is invisible and has no meaning of its own: zero-width spaces, direction marks, byte order
    /// marks.
    static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isNoncharacterCodePoint
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .spaceSeparator }

    /// Whether it is a conjoining jamo, a part of a Korean syllable that is not composed.
    static func isOldHangulJamo(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: true
        default: false
        }
    }

    /// Whether it is a compatibility form of other characters, such as a ligature or a circled number.
    static func isCompatible(_ scalar: Unicode.Scalar) -> Bool {
        !String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars.elementsEqual([scalar])
    }

    /// Returns the text with full-width and half-width characters mapped to their usual width.
    static func mappingWidth(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xFF01...0xFFEE: scalars += String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Returns the text with every space mapped to the ASCII space.
    static func mappingSpaces(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isSpace(scalar) ? " " : scalar) }
        return String(scalars)
    }
}
