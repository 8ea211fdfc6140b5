public import HomeBlocks

/// The time range of a calendar.
public struct CalendarRange: Sendable, Equatable {
    public let from: Instant
    public let until: Instant

    /// The maximum number of days.
    public static let maximumDays = 400

    /// - Throws: ``PublishingError/malformed(_:)`` if an instant is missing or they are not a valid range.
    public init(from: Instant?, until: Instant?) throws(PublishingError) {
        guard let from, let until else { throw .malformed("`from` and `until` are required.") }
        let milliseconds = until.milliseconds - from.milliseconds
        guard milliseconds > 0, milliseconds <= Int64(Self.maximumDays) * 86_400_000 else {
            throw .malformed("`until` must be later than `from`, by at most \(Self.maximumDays) days.")
        }
        self.from = from
        self.until = until
    }

    func contains(_ instant: Instant) -> Bool { from <= instant && instant < until }

    /// Whether a window belongs to the calendar: it begins or ends in the range, or has both ends and overlaps the
    /// range.
    public func shows(from begin: Instant?, until end: Instant?) -> Bool {
        if let begin, contains(begin) { return true }
        // A window that ends at the start of the range is over.
        if let end, contains(end), end > from { return true }
        guard let begin, let end else { return false }
        return begin < until && from < end
    }
}

/// A scheduled item: a release, a takeover, or the window of a section or a card.
public struct CalendarEntry: Sendable, Equatable {
    public enum Subject: Sendable, Equatable {
        case release(Int64)
        /// The shown page is nil if the reader may not know of it.
        case takeover(Int64, shows: String?)
        case block(Stage, String)
        case card(Stage, block: String, id: String)
    }

    public let page: String
    public let subject: Subject
    public let from: Instant?
    public let until: Instant?
    public let message: String

    public init(page: String, _ subject: Subject, from: Instant?, until: Instant?, message: String = "") {
        self.page = page
        self.subject = subject
        self.from = from
        self.until = until
        self.message = message
    }

    /// Returns the windows of a stage's blocks and of their cards that belong to a calendar, including those of
    /// disabled blocks.
    public static func windows(
        of blocks: [BlockResource], on page: String, _ stage: Stage, in range: CalendarRange
    ) -> [CalendarEntry] {
        blocks.flatMap { block -> [CalendarEntry] in
            let own = CalendarEntry(
                page: page, .block(stage, block.blockCode), from: block.from, until: block.until)
            let cards = block.cardRules.sorted { $0.key < $1.key }.map { id, rule in
                CalendarEntry(
                    page: page, .card(stage, block: block.blockCode, id: id.text), from: rule.from, until: rule.until)
            }
            return ([own] + cards).filter { range.shows(from: $0.from, until: $0.until) }
        }
    }

    public var json: JSONValue {
        var members: JSONObject = [
            "page": .string(page), "from": from.map { .string($0.rfc3339) } ?? .null,
            "until": until.map { .string($0.rfc3339) } ?? .null,
        ]
        switch subject {
        case .release(let id):
            members["kind"] = "release"
            members["id"] = JSONValue(id)
            members["message"] = .string(message)
        case .takeover(let id, let shows):
            members["kind"] = "takeover"
            members["id"] = JSONValue(id)
            members["shows"] = shows.map { .string($0) } ?? .null
            members["message"] = .string(message)
        case .block(let stage, let code):
            members["kind"] = "section"
            members["stage"] = .string(stage.rawValue)
            members["blockCode"] = .string(code)
        case .card(let stage, let code, let id):
            members["kind"] = "card"
            members["stage"] = .string(stage.rawValue)
            members["blockCode"] = .string(code)
            members["card"] = .string(id)
        }
        return .object(members)
    }
}

extension [CalendarEntry] {
    /// The entries sorted by their first instant, then by page.
    public var sortedByInstant: [CalendarEntry] {
        func key(_ entry: CalendarEntry) -> Int64 { (entry.from ?? entry.until)?.milliseconds ?? 0 }
        return enumerated().sorted { left, right in
            (key(left.element), left.element.page, left.offset) < (key(right.element), right.element.page, right.offset)
        }.map(\.element)
    }
}
