public import Foundation

/// An event of the music calendar.
public struct CalendarEvent: CreativeCard, Equatable, Identifiable {
    /// The part of the document that it was read from, whole.
    public let resource: Resource
    /// The identity, which no other element of its list has.
    public private(set) var id: String
    /// The title.
    public let title: String
    /// A short label.
    public let label: String?
    /// The address of the picture, absolute or relative to the server.
    public let imageURL: String?
    /// The start.
    public let start: Date?
    /// The end.
    public let end: Date?
    /// Whether the reader wants to be notified.
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

    /// The event of a card, which is the card's first resource that can be read.
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
    /// Makes a date of the milliseconds since 1970 that documents have.
    init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
