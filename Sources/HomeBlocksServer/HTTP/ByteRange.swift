import HTTPTypes

/// The part of a body that a request selects (RFC 9110, 14).
enum ByteRange: Equatable {
    case part(Range<Int>)
    /// The range begins after the end of the body, or is empty.
    case unsatisfiable

    /// Parses the value of `Range`; nil to send the whole body. Multiple ranges, malformed ranges and other units are
    /// ignored.
    ///
    /// - Parameter size: the size of the body in bytes.
    init?(parsing value: String, size: Int) {
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, ASCII.isEqual(parts[0].utf8, "bytes") else { return nil }
        let ends = ASCII.trimmed(parts[1].utf8).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Position(ends[0]), let last = Position(ends[1]) else { return nil }
        switch (first.isAbsent, last.isAbsent) {
        case (true, true): return nil
        case (true, false): self = Self.part(from: size - min(last.value, size), before: size)
        case (false, true): self = Self.part(from: first.value, before: size)
        case (false, false):
            guard !last.isLess(than: first) else { return nil }
            self = Self.part(from: first.value, before: last.value < size ? last.value + 1 : size)
        }
    }

    private static func part(from start: Int, before end: Int) -> ByteRange {
        start < end ? .part(start..<end) : .unsatisfiable
    }

    /// A byte position. A number that is too large counts as `Int.max`.
    private struct Position {
        private let digits: Substring.UTF8View
        let value: Int

        var isAbsent: Bool { digits.isEmpty }

        /// Returns nil if the text has anything other than digits.
        init?(_ text: Substring.UTF8View) {
            guard text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            digits = text
            value = text.isEmpty ? 0 : Int(Substring(text)) ?? .max
        }

        func isLess(than other: Position) -> Bool {
            let own = digits.drop { $0 == 0x30 }
            let others = other.digits.drop { $0 == 0x30 }
            return own.count == others.count ? own.lexicographicallyPrecedes(others) : own.count < others.count
        }
    }
}

extension ByteRange {
    /// Whether `If-Range` permits a part, which it does if it is absent or equals the body's strong validator. A date
    /// never does, because no representation has one.
    static func isPermitted(by ifRange: String?, entityTag: String) -> Bool {
        ifRange.map { ASCII.trimmed($0.utf8).elementsEqual(entityTag.utf8) } ?? true
    }
}

extension ProblemDetails {
    static func unsatisfiableRange(of size: Int) -> ProblemDetails {
        var problem = ProblemDetails(
            .rangeNotSatisfiable, "range",
            "The range is outside the picture's \(size) bytes. Request bytes from 0 to \(size - 1), or omit Range."
        )
        problem.headers[.contentRange] = "bytes */\(size)"
        return problem
    }
}
