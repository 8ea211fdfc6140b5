import Foundation
import HomeBlocks

/// Names that operators sign in with: one or more parts of the profile UsernameCasePreserved (RFC 8265, section 3.4),
/// separated by single spaces.
public enum OperatorName {
    /// Returns the stored form of a name: in the usual width, composed (NFC), without surrounding spaces.
    static func prepared(_ name: String) -> String {
        let mapped = PRECIS.mappingSpaces(PRECIS.mappingWidth(GivenText.trimmed(name)))
        return mapped.precomposedStringWithCanonicalMapping.split(separator: " ").joined(separator: " ")
    }

    /// Returns a key that is equal for names that look the same. Names from earlier versions may contain invisible
    /// characters, which are ignored.
    public static func key(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where !PRECIS.isIgnorable(scalar) { scalars.append(scalar) }
        return prepared(String(scalars))
    }

    /// Whether an active operator has a name that looks the same.
    public static func isTaken(_ name: String, by operators: [Credential]) -> Bool {
        let key = JSONString(key(name))
        return operators.contains { $0.revokedAt == nil && JSONString(Self.key($0.name)) == key }
    }

    /// Finds the operator for a name that no operator has exactly. Earlier versions permitted several names that look
    /// the same: then only the operator whose name is in prepared form matches.
    public static func find(_ name: String, among operators: [Credential]) -> Credential? {
        let key = JSONString(key(name))
        let found = operators.filter { $0.revokedAt == nil && JSONString(Self.key($0.name)) == key }
        return found.count == 1 ? found.first : found.first { JSONString($0.name) == key }
    }

    // MARK: Characters in new names

    /// Returns the first character of a prepared name that new names must not contain; nil if all are permitted.
    static func forbidden(in name: String) -> Unicode.Scalar? {
        let scalars = Array(name.unicodeScalars)
        return scalars.indices.first { !isAllowed(at: $0, in: scalars) }.map { scalars[$0] }
    }

    private static func isAllowed(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let scalar = scalars[index]
        switch scalar.value {
        case 0x20...0x7E: return true
        // Exceptions (RFC 5892, section 2.6). The middle dot is permitted between all letters: Chinese names use it
        // too.
        case 0xDF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007, 0x0375, 0x05F3, 0x05F4, 0x30FB: return true
        case 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
        case 0xB7: return isLetter(before: index, in: scalars) && isLetter(after: index, in: scalars)
        case 0x200C, 0x200D: return index > 0 && scalars[index - 1].properties.canonicalCombiningClass == .virama
        default:
            return isLetterOrDigit(scalar) && !PRECIS.isIgnorable(scalar) && !PRECIS.isOldHangulJamo(scalar)
                && !PRECIS.isCompatible(scalar)
        }
    }

    private static func isLetter(before index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        index > 0 && isLetterOrDigit(scalars[index - 1])
    }

    private static func isLetter(after index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        index + 1 < scalars.count && isLetterOrDigit(scalars[index + 1])
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark,
            .spacingMark:
            true
        default: false
        }
    }
}
