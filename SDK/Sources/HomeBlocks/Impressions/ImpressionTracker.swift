public import Foundation

/// Tracks which items of a list a reader has seen.
///
/// By default, an item counts as seen when at least half of it was visible for one second without interruption. A
/// showing begins when any part of the item becomes visible and ends when no part is; it yields at most one impression.
/// An item that leaves the list and comes back begins another showing.
///
/// The tracker is a value without a clock: record the visible fraction of each item whenever the list scrolls, with the
/// time of any monotonic clock, such as `ProcessInfo.processInfo.systemUptime`. Call ``advance(to:)`` at ``nextDue``,
/// since a list that does not scroll makes no calls. Sending impressions is up to the app.
public struct ImpressionTracker<ID: Hashable & Sendable>: Sendable {
    /// The minimum visible fraction that counts, above 0 and at most 1.
    public let fraction: Double
    /// How long an item must be visible, in seconds.
    public let duration: TimeInterval
    private var showings: [ID: Showing] = [:]
    /// The number of waits so far. It orders impressions with the same time by when their items became visible.
    private var waits = 0
    /// The latest recorded time.
    private var now = -TimeInterval.infinity

    /// The period during which some part of an item is visible.
    private struct Showing: Sendable {
        /// When enough of the item became visible; nil if too little is visible, or if the impression was counted.
        var wait: (number: Int, since: TimeInterval)?
        var isCounted = false
    }

    /// Creates a tracker for a list without visible items.
    ///
    /// - Parameters:
    ///   - fraction: the minimum visible fraction that counts, clamped to the range from 0.001 to 1.
    ///   - duration: how long an item must be visible, in seconds; a negative value counts as 0.
    public init(fraction: Double = 0.5, duration: TimeInterval = 1) {
        self.fraction = fraction.isNaN ? 0.5 : min(max(fraction, 0.001), 1)
        self.duration = duration.isNaN ? 1 : max(duration, 0)
    }

    /// Records how much of an item is visible from now on.
    ///
    /// - Parameters:
    ///   - visible: the visible fraction, from 0 to 1. It applies until the next call for this item.
    ///   - id: the item.
    ///   - time: the current time, in seconds. A time before the latest recorded time counts as the latest.
    /// - Returns: the impressions of all items since the last call, earliest first.
    public mutating func record(_ visible: Double, of id: ID, at time: TimeInterval) -> [Impression<ID>] {
        let due = advance(to: time)
        set(visible, of: id)
        return due + countDue()
    }

    /// Records all items that are visible from now on. An item that is not listed is not visible.
    ///
    /// - Parameters:
    ///   - visible: the items with their visible fractions, from 0 to 1. If an item occurs twice, its last fraction
    ///     counts.
    ///   - time: the current time, in seconds. A time before the latest recorded time counts as the latest.
    /// - Returns: the impressions since the last call, earliest first.
    public mutating func record(_ visible: [(id: ID, fraction: Double)], at time: TimeInterval) -> [Impression<ID>] {
        let due = advance(to: time)
        let fractions = Dictionary(visible.map { ($0.id, $0.fraction) }, uniquingKeysWith: { $1 })
        showings = showings.filter { fractions[$0.key] != nil }
        for (id, _) in visible { set(fractions[id] ?? 0, of: id) }
        return due + countDue()
    }

    /// Ends all showings. Call it when the list leaves the screen or the app goes to the background.
    ///
    /// - Returns: the impressions since the last call, earliest first.
    public mutating func endAll(at time: TimeInterval) -> [Impression<ID>] { record([], at: time) }

    /// Records that time has passed without scrolling.
    ///
    /// - Parameter time: the current time, in seconds. A time before the latest recorded time counts as the latest.
    /// - Returns: the impressions since the last call, earliest first.
    public mutating func advance(to time: TimeInterval) -> [Impression<ID>] {
        if time.isFinite { now = max(now, time) }
        return countDue()
    }

    /// The time at which the next impression is due if nothing scrolls until then; nil if none is.
    public var nextDue: TimeInterval? { showings.values.compactMap(\.wait).map { $0.since + duration }.min() }

    private mutating func set(_ visible: Double, of id: ID) {
        // NaN counts as not visible.
        guard visible > 0, now.isFinite else {
            showings[id] = nil
            return
        }
        var showing = showings[id] ?? Showing()
        if visible < fraction || showing.isCounted {
            showing.wait = nil
        } else if showing.wait == nil {
            waits += 1
            showing.wait = (waits, now)
        }
        showings[id] = showing
    }

    private mutating func countDue() -> [Impression<ID>] {
        var due: [(number: Int, impression: Impression<ID>)] = []
        for (id, showing) in showings {
            guard let wait = showing.wait, wait.since + duration <= now else { continue }
            due.append((wait.number, Impression(id: id, since: wait.since, time: wait.since + duration)))
            showings[id] = Showing(wait: nil, isCounted: true)
        }
        return due.sorted { ($0.impression.time, $0.number) < ($1.impression.time, $1.number) }.map(\.impression)
    }
}

/// An item that was seen.
public struct Impression<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The item.
    public let id: ID
    /// When enough of it became visible, in seconds of the tracker's clock.
    public let since: TimeInterval
    /// When it had been visible for long enough, in seconds of the tracker's clock.
    public let time: TimeInterval

    /// Creates an impression, for an app's tests.
    public init(id: ID, since: TimeInterval, time: TimeInterval) {
        self.id = id
        self.since = since
        self.time = time
    }
}

extension CGRect {
    /// Returns the fraction of this rectangle that is inside another one, from 0 to 1; 0 if this one is empty.
    public func visibleFraction(in bounds: CGRect) -> Double {
        let part = intersection(bounds)
        guard !part.isNull, width > 0, height > 0 else { return 0 }
        return min(1, Double(part.width * part.height / (width * height)))
    }
}
