import HomeBlocks

/// The texts of a section. A real app has a view for each case instead.
enum SectionText {
    static func titles(of section: HomeSection) -> [String] {
        switch section {
        case .banner(let model): model.cards.map { $0.typeTitle ?? $0.pic }
        case .menus(let model): model.menus.map(\.name)
        case .playlistRcmd(let model), .mgcPlaylist(let model), .officialPlaylist(let model),
            .videoPlaylist(let model):
            model.cards.compactMap(\.playlists.first?.title)
        case .styleRcmd(let model): model.cards.joined().map(\.title)
        case .musicMLOG(let model): model.cards.map(\.text)
        case .musicCalendar(let model): model.cards.map(\.title)
        case .albumNewSong(let model): model.cards.map(\.title)
        case .voiceListRcmd(let model): model.cards.map(\.title)
        case .podcast24(let model): model.cards.map(\.title)
        case .own(let section): (section.content as? NoteSection).map { [$0.text] } ?? []
        // The section is newer than this version of the app.
        case .unknown: []
        }
    }

    static func titles(of content: MallContent) -> [String] {
        switch content {
        case .marquee(let list): list.map(\.title)
        case .beltAndRoad(let list), .shoppingCarnival(let list), .otc(let list), .hxPrefecture(let list),
            .middleAd(let list), .ads(let list):
            list.map(\.title)
        case .walletCard(let card): [card.title]
        case .wallet(let list), .middleNav(let list), .bottomNav(let list), .navigation(let list): list.map(\.title)
        case .otherMall(let list): list.map(\.title)
        case .otherService(let list): list.map(\.title)
        case .broadcast(let topSale, let hot, let choiceness):
            [topSale?.title, hot?.title, choiceness?.title].compactMap { $0 }
        case .localService(let list): list.map(\.title)
        case .bottomFloat(let list): list.map(\.title)
        case .own(let section): (section.content as? NoteSection).map { [$0.text] } ?? []
        case .unknown: []
        }
    }
}
