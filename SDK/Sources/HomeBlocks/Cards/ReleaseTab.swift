/// A tab of new songs, albums or digital albums.
public struct ReleaseTab: Sendable, Equatable, Identifiable {
    /// `NEW_SONG_HOMEPAGE`, `NEW_ALBUM_HOMEPAGE`, `DIGITAL_ALBUM_HOMEPAGE`.
    public let creativeType: String
    /// Its label.
    public let title: String
    /// The button at the end of the heading while the tab is chosen.
    public let button: Button?
    /// What it shows, in columns of about three; none is empty.
    public private(set) var columns: [[Track]]

    public var id: String { creativeType }

    init(_ creative: Creative) throws(JSONFault) {
        creativeType = creative.creativeType
        title = try creative.requireTitle()
        button = creative.uiElement?.button
        columns = [try creative.cards(Track.init)]
    }

    /// Adds the columns of another card of the same tab.
    mutating func append(_ other: ReleaseTab) { columns += other.columns }
}
