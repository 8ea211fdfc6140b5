/// A family of published apps that cannot be changed. A page for a family accepts only content that its apps can
/// render.
public enum ClientFamily: String, Sendable {
    /// Apps that decode the NetEase home page strictly: they show no page at all if one field has the wrong type.
    case netease

    /// Returns the layouts that a section of these apps may have, or nil for any. The apps decode a block by its code,
    /// so a known code with another layout would crash them.
    public func layouts(ofBlock code: String) -> [String]? {
        switch self {
        case .netease: Self.neteaseSections[code]
        }
    }

    /// Resource types that only some apps of the family know, each with an equivalent that all of them know and open in
    /// the same way, by its `action`. Recorded responses contain them in the round menu and in the calendar.
    var equivalents: [String: String] {
        switch self {
        case .netease: ["dragon_ball": "ORPHEUS", "ARTIST": "ORPHEUS"]
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

extension ClientFamily {
    /// Checks that a page can be assigned to the family in each of its states.
    ///
    /// - Parameter states: The live content, and content that may become live.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue into the export of the first unreadable state.
    public func check(
        states: [(state: PageState, page: PageDocument)], _ catalog: BlockTypeCatalog
    ) throws(PublishingError) {
        for (state, page) in states {
            let issues = page.issues(catalog, client: self)
            guard !issues.isEmpty else { continue }
            throw .invalid(
                InvalidInput(
                    "The page was not changed: the \(rawValue) apps cannot read \(state.phrase). "
                        + "\(issues.summary). Change that content first.",
                    issues: Array(issues.prefix(100))))
        }
    }
}
