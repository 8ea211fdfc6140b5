public import Foundation

/// A JSON number in its original notation, so that no digit is lost.
public struct JSONNumber: Sendable {
    /// The number as written in JSON.
    public let text: String

    init(text: String) { self.text = text }

    /// Creates a number from a 64-bit integer.
    public init(_ value: Int64) { text = String(value) }

    /// The value, if it has no fraction and fits 64 bits.
    public var int: Int? { Int(text) ?? ExactDecimal(text)?.int }

    /// The value with up to 38 significant digits; NaN if it is out of a decimal's range.
    public var decimal: Decimal {
        Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? .nan
    }

    /// The nearest binary floating-point value; infinite if it is out of a `Double`'s range.
    public var double: Double { Double(text) ?? .nan }

    /// The canonical notation, the same for all equal numbers: `1`, `1.0` and `1E0` are `1`. An integer is written
    /// without an exponent unless it would have more than 64 digits.
    public var normalizedText: String {
        // Most numbers are already integers in this form.
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let isPlain =
            digits.allSatisfy { (0x30...0x39).contains($0) } && digits.count <= ExactDecimal.maximumPlainDigits
        if isPlain, text != "-0" { return text }
        return ExactDecimal(text)?.text ?? text
    }
}

extension JSONNumber: Comparable {
    /// Compares the exact values, digit for digit: `1.0` equals `1`.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if left.text == right.text { return true }
        if let left = Int(left.text), let right = Int(right.text) { return left == right }
        guard let left = ExactDecimal(left.text), let right = ExactDecimal(right.text) else { return false }
        return left == right
    }

    public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        guard let left = ExactDecimal(left.text), let right = ExactDecimal(right.text) else { return false }
        return left < right
    }
}

/// The exact value of a number, for comparisons digit for digit.
struct ExactDecimal: Comparable {
    private let isNegative: Bool
    /// The digits without leading and trailing zeros; empty for zero.
    private let digits: [UInt8]
    /// The position of the decimal point, relative to the first digit.
    private let point: Int

    /// Reads a JSON number; nil for any other text.
    init?(_ text: String) {
        let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        guard var mantissa = parts.first, parts.count <= 2 else { return nil }
        let isNegative = mantissa.first == UInt8(ascii: "-")
        if isNegative { mantissa = mantissa.dropFirst() }
        let halves = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let all = Array(halves.joined()).map { $0 &- UInt8(ascii: "0") }
        guard halves.count <= 2, let whole = halves.first, !whole.isEmpty, all.allSatisfy({ $0 < 10 }) else {
            return nil
        }
        let zeros = all.prefix { $0 == 0 }.count
        let end = all.lastIndex { $0 != 0 } ?? zeros - 1
        digits = zeros > end ? [] : Array(all[zeros...end])
        self.isNegative = isNegative && !digits.isEmpty
        point = digits.isEmpty ? 0 : whole.count - zeros + (parts.count == 2 ? Self.exponent(parts[1]) : 0)
    }

    /// Parses the exponent; one that does not fit an `Int` is clamped.
    private static func exponent(_ text: Substring.UTF8View) -> Int {
        let most = Int.max / 4
        guard let exponent = Int(Substring(text)) else { return text.first == UInt8(ascii: "-") ? -most : most }
        return max(-most, min(most, exponent))
    }

    /// The value, if it has no fraction and fits 64 bits.
    var int: Int? {
        guard digits.count <= point, point <= 19 else { return digits.isEmpty ? 0 : nil }
        let text = digits.map(String.init).joined() + String(repeating: "0", count: point - digits.count)
        return digits.isEmpty ? 0 : Int((isNegative ? "-" : "") + text)
    }

    fileprivate static let maximumPlainDigits = 64

    /// The value as JSON; equal values have equal text.
    var text: String {
        let sign = isNegative ? "-" : ""
        let all = digits.map(String.init).joined()
        if digits.isEmpty { return "0" }
        let plain = 1 - Self.maximumPlainDigits...Self.maximumPlainDigits
        guard plain.contains(point), digits.count <= Self.maximumPlainDigits else {
            let fraction = all.dropFirst()
            return "\(sign)\(all.prefix(1))\(fraction.isEmpty ? "" : ".")\(fraction)e\(point - 1)"
        }
        if point >= digits.count { return sign + all + String(repeating: "0", count: point - digits.count) }
        if point <= 0 { return "\(sign)0.\(String(repeating: "0", count: -point))\(all)" }
        return "\(sign)\(all.prefix(point)).\(all.dropFirst(point))"
    }

    static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? isSmaller(right, left) : isSmaller(left, right)
    }

    private static func isSmaller(_ left: ExactDecimal, _ right: ExactDecimal) -> Bool {
        if left.digits.isEmpty || right.digits.isEmpty { return left.digits.isEmpty && !right.digits.isEmpty }
        return left.point == right.point
            ? left.digits.lexicographicallyPrecedes(right.digits) : left.point < right.point
    }
}
