public import Foundation

/// Events to come, one below the other.
public struct MusicCalendarModel: BlockSection {
    /// How many events are shown at once.
    public static let mostRows = 2

    public let block: Block
    /// What stands above it.
    public let heading: SectionHeading
    /// The events, in display order; never empty.
    public let events: [CalendarEvent]

    public var type: HomeViewModelSectionType { .musicCalendar }
    public var designHeight: CGFloat { 52 + 76 * CGFloat(min(events.count, Self.mostRows)) }

    public init(_ block: Block) throws(JSONFault) {
        self.block = block
        heading = SectionHeading(block)
        events = try block.cards(CalendarEvent.init)
    }
}
