/// What kind of section it is. It follows from the section's code, whose layout may change over the years; only for a code that
/// this version of the app does not know, from its layout.
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
    /// A section that this version of the app does not know.
    case unknown = "UNKNOWN"

    private static let codes: [(HomeViewModelSectionType, String)] = [
        (.banner, "HOMEPAGE_BANNER"),
        (.menus, "HOMEPAGE_BLOCK_OLD_DRAGON_BALL"),
        (.playlistRcmd, "HOMEPAGE_BLOCK_PLAYLIST_RCMD"),
        (.styleRcmd, "HOMEPAGE_BLOCK_STYLE_RCMD"),
        (.musicMLOG, "HOMEPAGE_MUSIC_MLOG"),
        (.mgcPlaylist, "HOMEPAGE_BLOCK_MGC_PLAYLIST"),
        (.musicCalendar, "HOMEPAGE_MUSIC_CALENDAR"),
        (.officialPlaylist, "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST"),
        (.albumNewSong, "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG"),
        (.voiceListRcmd, "HOMEPAGE_VOICELIST_RCMD"),
        (.podcast24, "HOMEPAGE_PODCAST24"),
        (.videoPlaylist, "HOMEPAGE_BLOCK_VIDEO_PLAYLIST"),
    ]
    private static let types = Dictionary(uniqueKeysWithValues: codes.map { ($1, $0) })
    private static let codeOf = Dictionary(uniqueKeysWithValues: codes)

    private static let layouts: [String: HomeViewModelSectionType] = [
        "BANNER": .banner, "DRAGON_BALL": .menus, "HOMEPAGE_SLIDE_PLAYLIST": .playlistRcmd,
        "HOMEPAGE_SLIDE_SONGLIST_ALIGN": .styleRcmd,
        "SHUFFLE_MLOG": .musicMLOG, "HOMEPAGE_SLIDE_PLAYABLE_MLOG": .musicMLOG,
        "SHUFFLE_MUSIC_CALENDAR": .musicCalendar, "HOMEPAGE_NEW_SONG_NEW_ALBUM": .albumNewSong,
        "SLIDE_VOICELIST": .voiceListRcmd, "SLIDE_PLAYABLE_DRAGON_BALL": .podcast24,
    ]

    /// The kind of the section with a code.
    public init(blockCode: String) { self = Self.types[blockCode] ?? .unknown }

    /// The kind of a block: by its code, and for one that operators added after this version of the app was made, by its layout.
    init(_ block: Block) {
        let known = HomeViewModelSectionType(blockCode: block.blockCode)
        self = known == .unknown ? Self.layouts[block.showType] ?? .unknown : known
    }

    /// The code of the section of this kind; nil for ``unknown``.
    public var blockCode: String? { Self.codeOf[self] }
}
