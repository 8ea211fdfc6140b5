public import Foundation
public import HomeBlocks

/// A point in time in UTC, in whole milliseconds.
public struct Instant: Sendable, Hashable, Comparable {
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public init(_ date: Date) { milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded()) }

    /// The system's time.
    public static var system: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    public func adding(seconds: Int) -> Instant { Instant(milliseconds: milliseconds + Int64(seconds) * 1000) }
}

/// The source of the time: the system's clock, or a test's.
public struct PublishingClock: Sendable {
    private let read: @Sendable () -> Instant

    public init(_ read: @escaping @Sendable () -> Instant) { self.read = read }

    /// How far in the future a change may be dated. Beyond that, the clock must have been wrong when it was made.
    public static let toleratedSeconds = 60

    /// Whether a change is dated so far in the future that the clock must have been wrong.
    public static func wasWrong(for lastChange: Instant, at now: Instant) -> Bool {
        lastChange > now.adding(seconds: toleratedSeconds)
    }

    public var now: Instant { read() }

    public static let system = PublishingClock { .system }
}

extension Instant {
    /// The rule for an instant's text, for messages.
    public static let rule = "must be a date and time with an offset, such as 2026-01-31T08:00:00+08:00"

    /// Reads an instant that may be absent or null.
    public static func read(_ value: JSONValue?, _ pointer: JSONPointer, _ issues: inout [ValidationIssue]) -> Instant?
    {
        guard let value, value != .null else { return nil }
        let instant = value.string.flatMap(Instant.init(rfc3339:))
        if instant == nil { issues.append(ValidationIssue(pointer, rule)) }
        return instant
    }
}

/// RFC 3339 in integer arithmetic, so that no millisecond is lost.
extension Instant {
    /// Parses a timestamp with an offset; nil for any other text, including local times and dates that do not exist.
    /// Digits beyond milliseconds are dropped.
    public init?(rfc3339 text: String) {
        var rest = Array(text.utf8)[...]
        guard let year = Self.number(&rest, digits: 4), year >= 1, Self.take(&rest, "-"),
            let month = Self.number(&rest, digits: 2), (1...12).contains(month), Self.take(&rest, "-"),
            let day = Self.number(&rest, digits: 2), (1...Self.days(in: month, of: year)).contains(day),
            Self.take(&rest, "T") || Self.take(&rest, "t"),
            let hour = Self.number(&rest, digits: 2), hour < 24, Self.take(&rest, ":"),
            let minute = Self.number(&rest, digits: 2), minute < 60, Self.take(&rest, ":"),
            let second = Self.number(&rest, digits: 2), second < 60,
            let fraction = Self.fraction(&rest), let offset = Self.offset(&rest), rest.isEmpty
        else { return nil }
        let days = Self.days(before: year) + (1..<month).reduce(0) { $0 + Self.days(in: $1, of: year) } + day - 1
        let seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
        // An offset may lead outside the years that can be written.
        guard Self.writable.contains(seconds) else { return nil }
        self.init(milliseconds: Int64(seconds) * 1000 + Int64(fraction))
    }

    /// The seconds of the years 1 to 9999 in UTC.
    private static let writable = days(before: 1) * 86_400..<days(before: 10_000) * 86_400

    /// The instant in UTC, with milliseconds.
    public var rfc3339: String {
        let day = 86_400_000
        var days = Int((Double(milliseconds) / Double(day)).rounded(.down))
        var rest = Int(milliseconds) - days * day
        var year = days < 0 ? 1969 + days / 365 : 1970 + days / 366
        while Self.days(before: year + 1) <= days { year += 1 }
        days -= Self.days(before: year)
        var month = 1
        while days >= Self.days(in: month, of: year) {
            days -= Self.days(in: month, of: year)
            month += 1
        }
        func next(_ divisor: Int) -> Int {
            defer { rest %= divisor }
            return rest / divisor
        }
        let (hour, minute, second) = (next(3_600_000), next(60_000), next(1000))
        let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(days + 1, 2))"
        return
            "\(date)T\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2)).\(Self.padded(rest, 3))Z"
    }

    private static func padded(_ value: Int, _ digits: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func take(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(digits)
        return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The milliseconds of a fraction; 0 if there is none.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard take(&rest, ".") else { return 0 }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard (1...12).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return (digits + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The offset from UTC in minutes.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if take(&rest, "Z") || take(&rest, "z") { return 0 }
        let sign = take(&rest, "+") ? 1 : take(&rest, "-") ? -1 : 0
        guard sign != 0, let hours = number(&rest, digits: 2), hours < 24, take(&rest, ":"),
            let minutes = number(&rest, digits: 2), minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func days(in month: Int, of year: Int) -> Int {
        month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days from 1970 to the first of a year.
    private static func days(before year: Int) -> Int {
        func leapYears(until year: Int) -> Int { year / 4 - year / 100 + year / 400 }
        return (year - 1970) * 365 + leapYears(until: year - 1) - leapYears(until: 1969)
    }
}
