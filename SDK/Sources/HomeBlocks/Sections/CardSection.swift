public import Foundation

/// A section that is made of one block of the document.
public protocol BlockSection: HomeViewModelSection, Equatable {
    /// The block, whole.
    var block: Block { get }
}

extension BlockSection {
    /// The texts and the button above the section's cards.
    public var heading: SectionHeading { SectionHeading(block) }

    /// Sections are equal when all of their content is.
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
    /// The card with an identity, for instance one that was tapped or that a link names; nil if the section has none.
    public func item(id: Card.ID) -> Card? { cards.first { $0.id == id } }
}

extension CardSection where Card == [Track] {
    /// The song with an identity, in whichever column it is; nil if the section has none.
    public func item(id: Track.ID) -> Track? { cards.lazy.joined().first { $0.id == id } }
}

/// Pictures that change by themselves.
public typealias BannerModel = CardSection<Banner>
/// Recommended playlists, side by side.
public typealias PlaylistRcmdModel = CardSection<PlaylistCard>
/// Songs by taste. A card is a column of about three songs, from above; none is empty.
public typealias StyleRcmdModel = CardSection<[Track]>
/// Music videos, side by side.
public typealias MusicMLOGModel = CardSection<MlogCard>
/// Radar playlists, side by side.
public typealias MgcPlaylistModel = CardSection<PlaylistCard>
/// Events to come, one below the other; two are shown at once.
public typealias MusicCalendarModel = CardSection<CalendarEvent>
/// Playlists for an occasion, side by side.
public typealias OfficialPlaylistModel = CardSection<PlaylistCard>
/// New songs, albums and digital albums. A card is a tab.
public typealias AlbumNewSongModel = CardSection<ReleaseTab>
/// Podcasts, side by side.
public typealias VoiceListRcmdModel = CardSection<VoiceList>
/// Sounds for every hour, as round buttons.
public typealias Podcast24Model = CardSection<Podcast>
/// Playlists of videos, side by side.
public typealias VideoPlaylistModel = CardSection<PlaylistCard>

/// A section that this version of the app does not know: it has no rows, so that nothing is shown for it.
public struct UnknownSectionModel: BlockSection {
    /// The block, whole: an app may know its layout.
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
    /// The address of a picture beside it: `uiElement.subTitle.titleImgUrl`.
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
