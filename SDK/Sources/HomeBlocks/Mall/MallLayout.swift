/// The layouts of the mall page: each says what the data of a section look like.
enum MallLayout: String {
    case marquee = "MALL_MARQUEE"
    case ad = "MALL_AD"
    case walletCard = "MALL_WALLET_CARD"
    case navigation = "MALL_NAVIGATION"
    case otherMall = "MALL_OTHER_MALL"
    case otherService = "MALL_OTHER_SERVICE"
    case broadcast = "MALL_BROADCAST"
    case localService = "MALL_LOCAL_SERVICE"
    case bottomFloat = "MALL_BOTTOM_FLOAT"

    /// The layout of a block: what the document names, so that operators can change it; for a name that this version of
    /// the app does not know, the one that the section has had from the start.
    init?(_ block: Block) {
        if let layout = MallLayout(rawValue: block.showType) {
            self = layout
            return
        }
        switch block.blockCode {
        case "marquee": self = .marquee
        case "beltAndRoad", "shoppingCarnival", "otc", "hxPrefecture", "middleAd": self = .ad
        case "walletCard": self = .walletCard
        case "wallet", "middleNav", "bottomNav": self = .navigation
        case "otherMall": self = .otherMall
        case "otherService": self = .otherService
        case "broadcast": self = .broadcast
        case "localService": self = .localService
        case "bottomFloat": self = .bottomFloat
        default: return nil
        }
    }
}
