public import Foundation

/// A section of the music home page with its content.
public enum HomeSection: Sendable, Equatable {
    /// Pictures that change automatically.
    case banner(BannerModel)
    /// Round buttons.
    case menus(MenusModel)
    /// Recommended playlists.
    case playlistRcmd(PlaylistRcmdModel)
    /// Songs that match the reader's taste, in columns of three.
    case styleRcmd(StyleRcmdModel)
    /// Music videos.
    case musicMLOG(MusicMLOGModel)
    /// Radar playlists.
    case mgcPlaylist(MgcPlaylistModel)
    /// Upcoming events.
    case musicCalendar(MusicCalendarModel)
    /// Playlists for an occasion.
    case officialPlaylist(OfficialPlaylistModel)
    /// New songs, albums and digital albums.
    case albumNewSong(AlbumNewSongModel)
    /// Podcasts.
    case voiceListRcmd(VoiceListRcmdModel)
    /// Sounds for every hour of the day.
    case podcast24(Podcast24Model)
    /// Playlists of videos.
    case videoPlaylist(VideoPlaylistModel)
    /// A section with one of the app's own layouts.
    case own(OwnSection)
    /// A section that this version of the app does not know.
    case unknown(Block)

    /// Reads a section. The code determines the kind, since the layout in the document may have changed. A section with
    /// an unknown code is read by its layout if that is known; otherwise it is ``unknown(_:)``. A card that cannot be
    /// read is left out.
    ///
    /// - Parameters:
    ///   - block: the block of the document.
    ///   - layouts: the app's own layouts.
    ///   - report: called for each card that is left out.
    /// - Throws: ``SectionIssue`` if the section has no list of cards, or if none of its cards can be read.
    public init(
        _ block: Block, layouts: OwnLayouts = .none, report: (SectionIssue) -> Void = { _ in }
    ) throws(SectionIssue) {
        if let own = try layouts.section(block, report: report) {
            self = .own(own)
            return
        }
        self = try block.reading(report) { leftOut throws(JSONIssue) in
            try SectionKind.of(block)?.read(block, &leftOut) ?? .unknown(block)
        }
    }

    /// The content of the section, for any case.
    public var model: any HomeViewModelSection {
        switch self {
        case .banner(let model): model
        case .menus(let model): model
        case .playlistRcmd(let model): model
        case .styleRcmd(let model): model
        case .musicMLOG(let model): model
        case .mgcPlaylist(let model): model
        case .musicCalendar(let model): model
        case .officialPlaylist(let model): model
        case .albumNewSong(let model): model
        case .voiceListRcmd(let model): model
        case .podcast24(let model): model
        case .videoPlaylist(let model): model
        case .own(let section): section
        case .unknown(let block): UnknownSectionModel(block: block)
        }
    }
}

extension HomeSection: HomeViewModelSection {
    public var type: HomeViewModelSectionType { model.type }
    public var rowCount: Int { model.rowCount }
    public var designHeight: CGFloat { model.designHeight }
    public func frame(in metrics: ScreenMetrics) -> CGRect { model.frame(in: metrics) }
}

extension HomeSection: Identifiable {
    /// The section's code, which is the same for all versions of a section.
    public var id: String { if case .menus(let model) = self { model.blockCode } else { block?.blockCode ?? "" } }

    /// The texts and the button above the section's cards; nil for the menus, which have no heading.
    public var heading: SectionHeading? { block.map(SectionHeading.init) }

    /// The block of the document; nil for the menus, which may come from a separate response.
    private var block: Block? { (model as? any BlockSection)?.block }
}
