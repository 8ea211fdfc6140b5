public import Foundation

/// An event of the music calendar.
public struct CalendarEvent: CreativeCard, Equatable, Identifiable {
    /// The complete part of the document that it was read from.
    public let resource: Resource
    /// The identity, unique within its list.
    public private(set) var id: String
    /// The title.
    public let title: String
    /// A short label.
    public let label: String?
    /// The picture's URL, absolute or relative to the server.
    public let imageURL: String?
    /// The start.
    public let start: Date?
    /// The end.
    public let end: Date?
    /// Whether the reader is subscribed to the event's notification.
    public let isSubscribed: Bool
    /// Whether the reader can subscribe to a notification.
    public let canSubscribe: Bool

    init(_ resource: Resource) throws(JSONIssue) {
        self.resource = resource
        let facts = resource.resourceExtInfo ?? [:]
        id = facts.take("eventId") ?? resource.resourceId
        title = try resource.requireTitle()
        label = resource.uiElement.labelTexts?.first
        imageURL = resource.uiElement.image?.imageUrl
        start = facts.take("startTime").map(Date.init(milliseconds:))
        end = facts.take("endTime").map(Date.init(milliseconds:))
        isSubscribed = facts.take("subed") ?? false
        canSubscribe = facts.take("canSubscribe") ?? false
    }

    /// Reads the event of a card: the card's first readable resource.
    init(_ creative: Creative, _ leftOut: inout LeftOut) throws(JSONIssue) {
        guard let event = try creative.cards(&leftOut, CalendarEvent.init(_:)).first else {
            throw JSONIssue.isEmpty("resources")
        }
        self = event
    }
}

extension CalendarEvent: ListElement {
    mutating func setIdentity(_ id: String) { self.id = id }
}

extension Date {
    /// Creates a date from the milliseconds since 1970 that documents use.
    init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
