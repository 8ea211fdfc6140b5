public import Foundation

/// A JSON number as it was written, so that no digit is lost on the way through.
public struct JSONNumber: Sendable {
    /// The digits as they stand in JSON.
    public let text: String

    init(text: String) { self.text = text }

    /// The number of a 64-bit integer.
    public init(_ value: Int64) { text = String(value) }

    /// The value, if it has no fraction and fits 64 bits.
    public var int: Int? {
        if let value = Int(text) { return value }
        let value = decimal
        guard !value.isNaN, value >= Decimal(Int.min), value <= Decimal(Int.max) else { return nil }
        var source = value
        var whole = Decimal()
        NSDecimalRound(&whole, &source, 0, .plain)
        return whole == value ? Int("\(whole)") : nil
    }

    /// The value with up to 38 significant digits; NaN if it is out of a decimal's range.
    public var decimal: Decimal {
        Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? .nan
    }

    /// The nearest binary floating-point value.
    public var double: Double { Double(text) ?? .nan }
}

extension JSONNumber: Equatable {
    /// Numbers are equal when their values are: `1.0` equals `1`.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if left.text == right.text { return true }
        let (first, second) = (left.decimal, right.decimal)
        return !first.isNaN && !second.isNaN && first == second
    }
}
