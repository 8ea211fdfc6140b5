import Foundation
import HomeBlocks
import HomeBlocksClient

/// The music home page as text, through ``HomeViewModel``.
enum HomePrinter {
    @MainActor static func load(
        _ page: String?, from client: any HomePageFetching
    ) async throws(HomePageError) -> ([SectionPrinter], [String]) {
        let model = HomeViewModel(client: client, page: page)
        await model.refresh()
        if case .failed(let error, _) = model.state { throw error }
        return (model.sections.map(section), model.state.content?.issues.map(\.description) ?? [])
    }

    private static func section(_ section: HomeSection) -> SectionPrinter {
        SectionPrinter(
            kind: section.type.rawValue, code: section.id, heading: section.heading?.title,
            size: section.frame(in: PagePrinter.metrics).size, cards: cards(of: section))
    }

    private static func cards(of section: HomeSection) -> [String] {
        switch section {
        case .banner(let model): model.cards.map { "▭ \($0.typeTitle ?? "") \($0.pic)" }
        case .menus(let model): [model.menus.map { "◯ \($0.name)" }.joined(separator: "  ")]
        case .playlistRcmd(let model), .mgcPlaylist(let model), .officialPlaylist(let model),
            .videoPlaylist(let model):
            model.cards.map(text)
        case .styleRcmd(let model): model.cards.joined().map(text)
        case .musicMLOG(let model): model.cards.map(text)
        case .musicCalendar(let model): model.cards.map(text)
        case .albumNewSong(let model): model.cards.map(text)
        case .voiceListRcmd(let model): model.cards.map { $0.title + plays($0.playCount) }
        case .podcast24(let model): model.cards.map(\.title)
        case .own(let section): ["(\(section.block.showType): for a newer app)"]
        case .unknown(let block): ["(\(block.showType): for a newer app)"]
        }
    }

    private static func text(_ card: PlaylistCard) -> String {
        card.playlists.map { $0.title + plays($0.playCount) }.joined(separator: " ⟳ ")
    }

    private static func text(_ track: Track) -> String {
        [track.title, track.artists.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private static func text(_ video: MlogCard) -> String {
        [video.text, video.author].compactMap(\.self).joined(separator: " · ") + plays(video.playCount)
    }

    private static func text(_ event: CalendarEvent) -> String {
        let day = event.start?.formatted(.iso8601.year().month().day())
        return [day, event.label.map { "[\($0)]" }, event.title].compactMap(\.self).joined(separator: " ")
    }

    private static func text(_ tab: ReleaseTab) -> String {
        "\(tab.title): " + tab.columns.joined().map(text).joined(separator: " | ")
    }

    private static func plays(_ count: Int?) -> String { count.map { "  ▷ \($0)" } ?? "" }
}
