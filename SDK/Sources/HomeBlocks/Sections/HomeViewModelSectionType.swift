/// The kinds of sections. A section's kind follows from its code, whose layout may change over the years; for a code
/// that this version of the app does not know, from its layout.
public enum HomeViewModelSectionType: String, Sendable, CaseIterable {
    /// Pictures that change by themselves.
    case banner = "BANNER"
    /// Round buttons.
    case menus = "MENUS"
    /// Recommended playlists.
    case playlistRcmd = "PLAYLIST_RCMD"
    /// Songs by taste, in columns of three.
    case styleRcmd = "STYLE_RCMD"
    /// Music videos.
    case musicMLOG = "MUSIC_MLOG"
    /// Radar playlists.
    case mgcPlaylist = "MGC_PLAYLIST"
    /// Events to come.
    case musicCalendar = "MUSIC_CALENDAR"
    /// Playlists for an occasion.
    case officialPlaylist = "OFFICIAL_PLAYLIST"
    /// New songs, albums and digital albums.
    case albumNewSong = "ALBUM_NEW_SONG"
    /// Podcasts.
    case voiceListRcmd = "VOICELIST_RCMD"
    /// Sounds for every hour.
    case podcast24 = "PODCAST24"
    /// Playlists of videos.
    case videoPlaylist = "VIDEO_PLAYLIST"
    /// A section with a layout of the app's own.
    case own = "OWN"
    /// A section that this version of the app does not know.
    case unknown = "UNKNOWN"

    /// The kind of the section with a code.
    public init(blockCode: String) { self = SectionKind.byCode[blockCode]?.type ?? .unknown }

    /// The code of the section of this kind; nil for ``own`` and ``unknown``.
    public var blockCode: String? { SectionKind.byType[self]?.code }
}
