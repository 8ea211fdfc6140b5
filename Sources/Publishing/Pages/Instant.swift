public import Foundation

/// A moment, in whole milliseconds, always UTC.
public struct Instant: Sendable, Hashable, Comparable {
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public init(_ date: Date) { milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded()) }

    /// The moment that an RFC 3339 text with an offset names; nil for any other text, a local time included.
    public init?(rfc3339 text: String) {
        guard text.count <= 40 else { return nil }
        let plain = Date.ISO8601FormatStyle(timeZone: .gmt)
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt)
        let normal = text.uppercased()
        guard let separator = normal.firstIndex(of: "T") else { return nil }
        let time = normal[normal.index(after: separator)...]
        guard time.contains(where: { "Z+-".contains($0) }) else { return nil }
        guard let date = (try? plain.parse(normal)) ?? (try? fractional.parse(normal)) else { return nil }
        self.init(date)
    }

    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    public func adding(seconds: Int) -> Instant { Instant(milliseconds: milliseconds + Int64(seconds) * 1000) }

    /// The moment as RFC 3339 in UTC, with milliseconds.
    public var rfc3339: String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt))
    }
}
