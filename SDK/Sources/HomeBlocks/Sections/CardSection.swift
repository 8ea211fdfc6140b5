public import Foundation

/// A section that is read from one block of the document.
public protocol BlockSection: HomeViewModelSection, Equatable {
    /// The complete block.
    var block: Block { get }
}

extension BlockSection {
    /// The texts and the button above the section's cards.
    public var heading: SectionHeading { SectionHeading(block) }

    /// Compares the complete content.
    public static func == (left: Self, right: Self) -> Bool { left.block == right.block }
}

/// A section of the music home page that shows cards of one type.
public struct CardSection<Card: Sendable>: BlockSection {
    public let block: Block
    public let type: HomeViewModelSectionType
    /// The cards, in display order; never empty.
    public let cards: [Card]
    public let designHeight: CGFloat
}

extension CardSection where Card: Identifiable {
    /// Returns the card with an identity, such as a tapped card or the target of a link, or nil.
    public func item(id: Card.ID) -> Card? { cards.first { $0.id == id } }
}

extension CardSection where Card == [Track] {
    /// Returns the song with an identity in any column, or nil.
    public func item(id: Track.ID) -> Track? { cards.lazy.joined().first { $0.id == id } }
}

/// Pictures that change automatically.
public typealias BannerModel = CardSection<Banner>
/// Recommended playlists, in a horizontal row.
public typealias PlaylistRcmdModel = CardSection<PlaylistCard>
/// Songs that match the reader's taste. A card is a column of about three songs, top to bottom; no column is empty.
public typealias StyleRcmdModel = CardSection<[Track]>
/// Music videos, in a horizontal row.
public typealias MusicMLOGModel = CardSection<MlogCard>
/// Radar playlists, in a horizontal row.
public typealias MgcPlaylistModel = CardSection<PlaylistCard>
/// Upcoming events, in a vertical list; two are shown at once.
public typealias MusicCalendarModel = CardSection<CalendarEvent>
/// Playlists for an occasion, in a horizontal row.
public typealias OfficialPlaylistModel = CardSection<PlaylistCard>
/// New songs, albums and digital albums. A card is a tab.
public typealias AlbumNewSongModel = CardSection<ReleaseTab>
/// Podcasts, in a horizontal row.
public typealias VoiceListRcmdModel = CardSection<VoiceList>
/// Sounds for every hour of the day, as round buttons.
public typealias Podcast24Model = CardSection<Podcast>
/// Playlists of videos, in a horizontal row.
public typealias VideoPlaylistModel = CardSection<PlaylistCard>

/// A section that this version of the app does not know. It has no rows, so that nothing is shown for it.
public struct UnknownSectionModel: BlockSection {
    /// The complete block, for an app that knows its layout.
    public let block: Block

    public var type: HomeViewModelSectionType { .unknown }
    public var rowCount: Int { 0 }
    public var designHeight: CGFloat { 0 }
}

/// The texts and the button above a section's cards.
public struct SectionHeading: Sendable, Equatable {
    /// The heading: `uiElement.subTitle.title` of the block.
    public let title: String?
    /// A smaller line above it: `uiElement.mainTitle.title`.
    public let line: String?
    /// The URL of a picture next to it: `uiElement.subTitle.titleImgUrl`.
    public let imageURL: String?
    /// The button at its end: `uiElement.button`.
    public let button: Button?

    /// Reads the heading of a block.
    public init(_ block: Block) {
        let element = block.uiElement
        title = element?.subTitle?.title
        line = element?.mainTitle?.title
        imageURL = element?.subTitle?.titleImgUrl
        button = element?.button
    }
}
