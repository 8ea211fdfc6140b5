public import Foundation

/// A JSON number as it was written, so that no digit is lost on the way through.
public struct JSONNumber: Sendable {
    /// The digits as they stand in JSON.
    public let text: String

    init(text: String) { self.text = text }

    /// The number of a 64-bit integer.
    public init(_ value: Int64) { text = String(value) }

    /// The value, if it has no fraction and fits 64 bits.
    public var int: Int? { Int(text) ?? ExactDecimal(text)?.int }

    /// The value with up to 38 significant digits; NaN if it is out of a decimal's range.
    public var decimal: Decimal {
        Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? .nan
    }

    /// The nearest binary floating-point value.
    public var double: Double { Double(text) ?? .nan }
}

extension JSONNumber: Comparable {
    /// Numbers are equal when their values are, digit for digit: `1.0` equals `1`.
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
