public import Foundation

/// Finds out which items of a list a reader has seen.
///
/// An item is seen when at least half of it was visible for a second without interruption. A showing begins when any part
/// of the item becomes visible and ends when none is; it gives one impression at most. An item that has left the list and
/// comes back begins another showing.
///
/// The tracker is a value without a clock: record the visible fraction of each item whenever the list scrolls, with the
/// time of any clock that only goes forward, such as `ProcessInfo.processInfo.systemUptime`. Call ``advance(to:)`` at
/// ``nextDue``: a list that does not scroll calls nothing. Sending impressions is left to the app.
public struct ImpressionTracker<ID: Hashable & Sendable>: Sendable {
    /// The least visible fraction that counts, above 0 and at most 1.
    public let fraction: Double
    /// How long an item must be visible, in seconds.
    public let duration: TimeInterval
    private var showings: [ID: Showing] = [:]
    /// The number of waits so far: of two impressions at the same time, the item that was visible first comes first.
    private var waits = 0
    /// The latest time that was recorded.
    private var now = -TimeInterval.infinity

    /// The time from when an item's first part became visible until its last part is not.
    private struct Showing: Sendable {
        /// Since when enough is visible; nil if less is, or if the impression was counted.
        var wait: (number: Int, since: TimeInterval)?
        var isCounted = false
    }

    /// Makes a tracker of a list of which nothing is visible.
    ///
    /// - Parameters:
    ///   - fraction: the least visible fraction that counts. A value outside of 0.001 to 1 becomes the nearer of these.
    ///   - duration: how long an item must be visible, in seconds; a negative one counts as 0.
    public init(fraction: Double = 0.5, duration: TimeInterval = 1) {
        self.fraction = fraction.isNaN ? 0.5 : min(max(fraction, 0.001), 1)
        self.duration = duration.isNaN ? 1 : max(duration, 0)
    }

    /// Records how much of an item is visible from now on.
    ///
    /// - Parameters:
    ///   - visible: the visible fraction, from 0 to 1. It counts until the next call for this item.
    ///   - id: the item.
    ///   - time: the present time, in seconds. One before the latest time counts as that.
    /// - Returns: the impressions since the last call, of this and other items, the earliest first.
    public mutating func record(_ visible: Double, of id: ID, at time: TimeInterval) -> [Impression<ID>] {
        let due = advance(to: time)
        set(visible, of: id)
        return due + countDue()
    }

    /// Records all that is visible from now on. An item that is not named is not visible.
    ///
    /// - Parameters:
    ///   - visible: the items with their visible fractions, from 0 to 1. If an item is named twice, its last fraction
    ///     counts.
    ///   - time: the present time, in seconds. One before the latest time counts as that.
    /// - Returns: the impressions since the last call, the earliest first.
    public mutating func record(_ visible: [(id: ID, fraction: Double)], at time: TimeInterval) -> [Impression<ID>] {
        let due = advance(to: time)
        let fractions = Dictionary(visible.map { ($0.id, $0.fraction) }, uniquingKeysWith: { $1 })
        showings = showings.filter { fractions[$0.key] != nil }
        for (id, _) in visible { set(fractions[id] ?? 0, of: id) }
        return due + countDue()
    }

    /// Ends all showings: when the list leaves the screen or the app goes to the background.
    ///
    /// - Returns: the impressions since the last call, the earliest first.
    public mutating func endAll(at time: TimeInterval) -> [Impression<ID>] { record([], at: time) }

    /// Records that time has passed, and that nothing was scrolled.
    ///
    /// - Parameter time: the present time, in seconds. One before the latest time counts as that.
    /// - Returns: the impressions since the last call, the earliest first.
    public mutating func advance(to time: TimeInterval) -> [Impression<ID>] {
        if time.isFinite { now = max(now, time) }
        return countDue()
    }

    /// The time at which the next item will have been seen if nothing is scrolled until then; nil if none will.
    public var nextDue: TimeInterval? { showings.values.compactMap(\.wait).map { $0.since + duration }.min() }

    private mutating func set(_ visible: Double, of id: ID) {
        // Not a number is not visible.
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
    /// Since when enough of it was visible, in seconds of the tracker's clock.
    public let since: TimeInterval
    /// When it had been visible for long enough, in seconds of the tracker's clock.
    public let time: TimeInterval

    /// Makes an impression, for tests of what an app does with it.
    public init(id: ID, since: TimeInterval, time: TimeInterval) {
        self.id = id
        self.since = since
        self.time = time
    }
}

extension CGRect {
    /// The fraction of this area that is inside of another one, from 0 to 1; 0 if this one is empty.
    public func visibleFraction(in bounds: CGRect) -> Double {
        let part = intersection(bounds)
        guard !part.isNull, width > 0, height > 0 else { return 0 }
        return min(1, Double(part.width * part.height / (width * height)))
    }
}
