import Foundation

/// Properties of characters by which names and passwords are prepared and compared (RFC 8264, 9).
enum PRECIS {
    /// Whether a character has no look and no meaning of its own: zero width spaces, marks of direction, byte order marks.
    static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isNoncharacterCodePoint
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .spaceSeparator }

    /// Whether it is a part of a Korean syllable that has not become one of the usual syllables.
    static func isOldHangulJamo(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: true
        default: false
        }
    }

    /// Whether it is another form of other characters, such as a ligature or a number in a circle.
    static func isCompatible(_ scalar: Unicode.Scalar) -> Bool {
        !String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars.elementsEqual([scalar])
    }

    /// The text with full-width and half-width characters in their usual width.
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

    /// The text with every space as the one of ASCII.
    static func mappingSpaces(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isSpace(scalar) ? " " : scalar) }
        return String(scalars)
    }
}
