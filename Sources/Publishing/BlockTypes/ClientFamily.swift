/// A family of published apps that nobody can change any more. A page for one of them only takes what they render.
public enum ClientFamily: String, Sendable, Codable {
    /// Apps that decode the NetEase home page strictly: one field out of shape and they show no page at all.
    case netease

    /// The layouts that a section of these apps can have: they take a block apart by its code, so a code they
    /// know with a layout of another section would crash them.
    public func layouts(ofBlock code: String) -> [String]? {
        switch self {
        case .netease: Self.neteaseSections[code]
        }
    }

    private static let neteaseSections: [String: [String]] = [
        "HOMEPAGE_BANNER": ["BANNER"],
        "HOMEPAGE_BLOCK_OLD_DRAGON_BALL": ["DRAGON_BALL"],
        "HOMEPAGE_BLOCK_PLAYLIST_RCMD": ["HOMEPAGE_SLIDE_PLAYLIST"],
        "HOMEPAGE_BLOCK_STYLE_RCMD": ["HOMEPAGE_SLIDE_SONGLIST_ALIGN"],
        "HOMEPAGE_MUSIC_MLOG": ["SHUFFLE_MLOG", "HOMEPAGE_SLIDE_PLAYABLE_MLOG"],
        "HOMEPAGE_BLOCK_MGC_PLAYLIST": ["HOMEPAGE_SLIDE_PLAYLIST"],
        "HOMEPAGE_MUSIC_CALENDAR": ["SHUFFLE_MUSIC_CALENDAR"],
        "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST": ["HOMEPAGE_SLIDE_PLAYLIST"],
        "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG": ["HOMEPAGE_NEW_SONG_NEW_ALBUM"],
        "HOMEPAGE_VOICELIST_RCMD": ["SLIDE_VOICELIST"],
        "HOMEPAGE_PODCAST24": ["SLIDE_PLAYABLE_DRAGON_BALL"],
        "HOMEPAGE_BLOCK_VIDEO_PLAYLIST": ["HOMEPAGE_SLIDE_PLAYLIST"],
    ]
}
