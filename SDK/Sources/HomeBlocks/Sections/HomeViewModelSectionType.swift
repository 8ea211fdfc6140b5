/// The kinds of sections. The code of a section determines its kind, since its layout may change over time. If this
/// version of the app does not know the code, the layout determines the kind.
public enum HomeViewModelSectionType: String, Sendable, CaseIterable {
    /// Pictures that change automatically.
    case banner = "BANNER"
    /// Round buttons.
    case menus = "MENUS"
    /// Recommended playlists.
    case playlistRcmd = "PLAYLIST_RCMD"
    /// Songs that match the reader's taste, in columns of three.
    case styleRcmd = "STYLE_RCMD"
    /// Music videos.
    case musicMLOG = "MUSIC_MLOG"
    /// Radar playlists.
    case mgcPlaylist = "MGC_PLAYLIST"
    /// Upcoming events.
    case musicCalendar = "MUSIC_CALENDAR"
    /// Playlists for an occasion.
    case officialPlaylist = "OFFICIAL_PLAYLIST"
    /// New songs, albums and digital albums.
    case albumNewSong = "ALBUM_NEW_SONG"
    /// Podcasts.
    case voiceListRcmd = "VOICELIST_RCMD"
    /// Sounds for every hour of the day.
    case podcast24 = "PODCAST24"
    /// Playlists of videos.
    case videoPlaylist = "VIDEO_PLAYLIST"
    /// A section with one of the app's own layouts.
    case own = "OWN"
    /// A section that this version of the app does not know.
    case unknown = "UNKNOWN"

    /// Creates the kind of the section with a code.
    public init(blockCode: String) { self = SectionKind.byCode[blockCode]?.type ?? .unknown }

    /// The code of the section of this kind; nil for ``own`` and ``unknown``.
    public var blockCode: String? { SectionKind.byType[self]?.code }
}
