import Foundation

/// One kind of section of the music home page: how a block is recognized and read. A new kind needs a row in ``all``, a
/// case of ``HomeViewModelSectionType`` and a case of ``HomeSection``.
struct SectionKind: Sendable {
    let type: HomeViewModelSectionType
    /// The code of the section in the document.
    let code: String
    /// The layouts by which a block with an unknown code is recognized.
    let layouts: [String]
    /// Reads a block as a section of this kind.
    let read: @Sendable (Block, inout LeftOut) throws(JSONIssue) -> HomeSection

    private static let all: [SectionKind] = [
        cards(.banner, "HOMEPAGE_BANNER", ["BANNER"], height: 148, Banner.cards(of:_:)) { .banner($0) },
        SectionKind(type: .menus, code: "HOMEPAGE_BLOCK_OLD_DRAGON_BALL", layouts: ["DRAGON_BALL"]) {
            block, leftOut throws(JSONIssue) in .menus(try MenusModel(block, &leftOut))
        },
        cards(
            .playlistRcmd, "HOMEPAGE_BLOCK_PLAYLIST_RCMD", ["HOMEPAGE_SLIDE_PLAYLIST"], height: 208,
            PlaylistCard.cards(of:_:)
        ) { .playlistRcmd($0) },
        cards(
            .styleRcmd, "HOMEPAGE_BLOCK_STYLE_RCMD", ["HOMEPAGE_SLIDE_SONGLIST_ALIGN"], height: 244,
            Track.columns(of:_:)
        ) { .styleRcmd($0) },
        cards(
            .musicMLOG, "HOMEPAGE_MUSIC_MLOG", ["SHUFFLE_MLOG", "HOMEPAGE_SLIDE_PLAYABLE_MLOG"], height: 236,
            MlogCard.cards(of:_:)
        ) { .musicMLOG($0) },
        cards(.mgcPlaylist, "HOMEPAGE_BLOCK_MGC_PLAYLIST", height: 208, PlaylistCard.cards(of:_:)) { .mgcPlaylist($0) },
        cards(
            .musicCalendar, "HOMEPAGE_MUSIC_CALENDAR", ["SHUFFLE_MUSIC_CALENDAR"], height: 52, rowHeight: 76,
            maximumRows: 2, CalendarEvent.cards(of:_:)
        ) { .musicCalendar($0) },
        cards(.officialPlaylist, "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST", height: 208, PlaylistCard.cards(of:_:)) {
            .officialPlaylist($0)
        },
        cards(
            .albumNewSong, "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG", ["HOMEPAGE_NEW_SONG_NEW_ALBUM"], height: 244,
            ReleaseTab.cards(of:_:)
        ) { .albumNewSong($0) },
        cards(.voiceListRcmd, "HOMEPAGE_VOICELIST_RCMD", ["SLIDE_VOICELIST"], height: 208, VoiceList.cards(of:_:)) {
            .voiceListRcmd($0)
        },
        cards(.podcast24, "HOMEPAGE_PODCAST24", ["SLIDE_PLAYABLE_DRAGON_BALL"], height: 150, Podcast.cards(of:_:)) {
            .podcast24($0)
        },
        cards(.videoPlaylist, "HOMEPAGE_BLOCK_VIDEO_PLAYLIST", height: 208, PlaylistCard.cards(of:_:)) {
            .videoPlaylist($0)
        },
    ]

    static let byType = Dictionary(uniqueKeysWithValues: all.map { ($0.type, $0) })
    static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
    private static let byLayout = Dictionary(
        uniqueKeysWithValues: all.flatMap { kind in kind.layouts.map { ($0, kind) } })

    /// Returns the kind of a block by its code or, for a code newer than this version of the app, by its layout; nil if
    /// neither is known.
    static func of(_ block: Block) -> SectionKind? { byCode[block.blockCode] ?? byLayout[block.showType] }

    /// Creates a kind with cards. The height in points is for a screen ``ScreenMetrics/designWidth`` wide; each of the
    /// first `maximumRows` cards adds a row to it.
    ///
    /// - Parameter cards: reads the cards of a block, at least one.
    private static func cards<Card: Sendable>(
        _ type: HomeViewModelSectionType, _ code: String, _ layouts: [String] = [], height: CGFloat,
        rowHeight: CGFloat = 0, maximumRows: Int = 0,
        _ cards: @escaping @Sendable (Block, inout LeftOut) throws(JSONIssue) -> [Card],
        _ section: @escaping @Sendable (CardSection<Card>) -> HomeSection
    ) -> SectionKind {
        SectionKind(type: type, code: code, layouts: layouts) { block, leftOut throws(JSONIssue) in
            let cards = try cards(block, &leftOut)
            let rows = CGFloat(min(cards.count, maximumRows))
            return section(
                CardSection(block: block, type: type, cards: cards, designHeight: height + rows * rowHeight))
        }
    }
}
