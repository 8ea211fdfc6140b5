import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ImpressionTrackerTests {
    /// An input of the tracker: the visible fraction of an item from a time on. If `item` is nil, all showings end.
    struct Event {
        var time: Double
        var item: Int?
        var fraction: Double
    }

    /// Returns the tracker's impressions for a sequence of events.
    static func impressions(_ events: [Event], until end: Double) -> [Impression<Int>] {
        var tracker = ImpressionTracker<Int>()
        var impressions: [Impression<Int>] = []
        for event in events {
            if let item = event.item {
                impressions += tracker.record(event.fraction, of: item, at: event.time)
            } else {
                impressions += tracker.endAll(at: event.time)
            }
        }
        return impressions + tracker.advance(to: end)
    }

    /// Returns the expected impressions of one item, computed from all events at once: in each showing, the first
    /// period in which at least half of the item is visible for a second.
    static func expected(_ events: [Event], of item: Int, until end: Double) -> [Impression<Int>] {
        let own = events.filter { $0.item == item || $0.item == nil }
        var impressions: [Impression<Int>] = []
        var (stretch, isCounted): (Double?, Bool) = (nil, false)
        for (place, event) in own.enumerated() {
            let next = place + 1 < own.count ? own[place + 1].time : end
            if event.item == nil || event.fraction <= 0 { isCounted = false }
            stretch = event.item != nil && event.fraction >= 0.5 ? stretch ?? event.time : nil
            if let since = stretch, next - since >= 1, !isCounted {
                impressions.append(Impression(id: item, since: since, time: since + 1))
                isCounted = true
            }
        }
        return impressions
    }

    @Test func fiveThousandRandomSequences_matchTheDefinition() {
        var generator = SeededGenerator(seed: 49)
        let fractions = [0, 0.2, 0.49, 0.5, 0.8, 1]
        for _ in 0..<5_000 {
            var time = 0.0
            var events: [Event] = []
            for _ in 0..<Int.random(in: 0...30, using: &generator) {
                // Quarters of a second are exact in binary, so that some periods last exactly one second.
                time += Double(Int.random(in: 0...5, using: &generator)) / 4
                let isEnd = Int.random(in: 0..<15, using: &generator) == 0
                let item = Int.random(in: 0..<4, using: &generator)
                let fraction = fractions[Int.random(in: fractions.indices, using: &generator)]
                events.append(Event(time: time, item: isEnd ? nil : item, fraction: fraction))
            }
            let found = Self.impressions(events, until: time + 2)
            let expected = (0..<4).flatMap { Self.expected(events, of: $0, until: time + 2) }
            #expect(Set(found) == Set(expected))
            #expect(found.count == expected.count)
            let times = found.map(\.time)
            #expect(times == times.sorted())
        }
    }

    @Test func anItem_isCounted_whenHalfOfItWasVisibleForASecond() {
        var tracker = ImpressionTracker<String>()
        #expect(tracker.record(0.5, of: "a", at: 10).isEmpty)
        #expect(tracker.nextDue == 11)
        #expect(tracker.advance(to: 10.999).isEmpty)
        #expect(tracker.advance(to: 11) == [Impression(id: "a", since: 10, time: 11)])
        #expect(tracker.nextDue == nil)
    }

    @Test func anItem_isNotCountedAgain_whileAPartOfItStaysVisible() {
        #expect(Self.times([(0, 1), (2, 0.1), (3, 1)], until: 10) == [1])
    }

    @Test func anItem_isCountedAgain_whenItComesBack() {
        #expect(Self.times([(0, 1), (2, 0), (3, 1)], until: 10) == [1, 4])
    }

    @Test func theSecond_startsOver_whenLessThanHalfIsVisible() {
        #expect(Self.times([(0, 1), (0.9, 0.49), (1, 1)], until: 10) == [2])
    }

    @Test func anItemThatLeaves_withinTheSecond_isNotCounted() {
        #expect(Self.times([(0, 1), (0.9, 0)], until: 10) == [])
    }

    @Test func itemsDueAtTheSameTime_haveTheOrderInWhichTheyBecameVisible() {
        var tracker = ImpressionTracker<Int>()
        let items = Array((0..<50).reversed())
        #expect(tracker.record(items.map { ($0, 1) }, at: 0).isEmpty)
        #expect(tracker.advance(to: 1).map(\.id) == items)
    }

    @Test func anItemThatIsNotListed_isNotVisible() {
        var tracker = ImpressionTracker<String>()
        #expect(tracker.record([("a", 1), ("b", 1)], at: 0).isEmpty)
        #expect(tracker.record([("b", 1)], at: 0.5).isEmpty)
        #expect(tracker.record([("a", 1), ("b", 1)], at: 1).map(\.id) == ["b"])
        #expect(tracker.endAll(at: 1.5).isEmpty)
        #expect(tracker.nextDue == nil)
    }

    @Test func anItemThatIsListedTwice_isCountedOnce_withItsLastFraction() {
        var tracker = ImpressionTracker<String>()
        var impressions: [Impression<String>] = []
        for time in stride(from: 0.0, through: 4, by: 0.5) {
            impressions += tracker.record([("a", 0), ("b", 1), ("a", 1), ("b", 0)], at: time)
        }
        #expect(impressions == [Impression(id: "a", since: 0, time: 1)])
    }

    @Test func invalidNumbers_doNotTrap_andCountAsNotVisible() {
        var tracker = ImpressionTracker<Int>(fraction: .nan, duration: -.infinity)
        #expect(tracker.fraction == 0.5)
        #expect(tracker.duration == 0)
        #expect(tracker.record(1, of: 1, at: .nan).isEmpty)
        #expect(tracker.record(.nan, of: 2, at: 5).isEmpty)
        #expect(tracker.record(-1, of: 3, at: 5).isEmpty)
        #expect(tracker.record(.infinity, of: 4, at: 2) == [Impression(id: 4, since: 5, time: 5)])
    }

    @Test func theVisibleFraction_isAFractionOfTheArea() {
        let screen = CGRect(x: 0, y: 100, width: 100, height: 100)
        #expect(CGRect(x: 0, y: 150, width: 100, height: 100).visibleFraction(in: screen) == 0.5)
        #expect(CGRect(x: 50, y: 150, width: 100, height: 100).visibleFraction(in: screen) == 0.25)
        #expect(CGRect(x: 0, y: 120, width: 50, height: 50).visibleFraction(in: screen) == 1)
        #expect(CGRect(x: 0, y: 300, width: 50, height: 50).visibleFraction(in: screen) == 0)
        #expect(CGRect(x: 0, y: 120, width: 0, height: 50).visibleFraction(in: screen) == 0)
        #expect(CGRect.null.visibleFraction(in: screen) == 0)
    }

    /// Returns the times at which one item is counted, given its visible fractions over time.
    private static func times(_ fractions: [(time: Double, fraction: Double)], until end: Double) -> [Double] {
        impressions(fractions.map { Event(time: $0.time, item: 1, fraction: $0.fraction) }, until: end).map(\.time)
    }
}
