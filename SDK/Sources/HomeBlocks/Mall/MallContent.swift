/// A section of the mall home page with its data.
///
/// Source: the enumeration with associated values in an article on long home pages whose order the operators define.
/// Sections are compared by their complete content. The identity of a section is that of its ``MallGroup``.
public enum MallContent: Sendable, Equatable {
    /// Messages that scroll across the page.
    case marquee([MallNotice])
    /// Advertisements of the Belt and Road section.
    case beltAndRoad([MallAd])
    /// Advertisements of the shopping carnival.
    case shoppingCarnival([MallAd])
    /// The card of the wallet.
    case walletCard(MallWelfare)
    /// The services of the wallet.
    case wallet([MallNavigation])
    /// Pharmacy.
    case otc([MallAd])
    /// Selected goods.
    case hxPrefecture([MallAd])
    /// Middle entries, five in a row.
    case middleNav([MallNavigation])
    /// Bottom entries: a row of two, then rows of three.
    case bottomNav([MallNavigation])
    /// Other merchants.
    case otherMall([MallShop])
    /// Other services.
    case otherService([MallService])
    /// A best seller, the hottest broadcast and the featured one. At least one of them is not nil.
    case broadcast(topSale: MallNavigation?, hot: MallBroadcast?, choiceness: MallBroadcast?)
    /// Middle advertisements.
    case middleAd([MallAd])
    /// Services nearby.
    case localService([MallLocalService])
    /// The tabs that stay at the bottom.
    case bottomFloat([MallTab])
    /// Advertisements of a section that is newer than this version of the app.
    case ads([MallAd])
    /// Entries of a section that is newer than this version of the app.
    case navigation([MallNavigation])
    /// A section with one of the app's own layouts.
    case own(OwnSection)
    /// A section whose layout this version of the app does not know.
    case unknown(Block)

    /// Whether there is nothing to show.
    public var isEmpty: Bool {
        if case .unknown = self { false } else { entryCount == 0 }
    }

    /// The number of entries in the section's data; 0 for a section whose layout is unknown.
    var entryCount: Int {
        switch self {
        case .marquee(let list): list.count
        case .beltAndRoad(let list), .shoppingCarnival(let list), .otc(let list), .hxPrefecture(let list),
            .middleAd(let list), .ads(let list):
            list.count
        case .wallet(let list), .middleNav(let list), .bottomNav(let list), .navigation(let list): list.count
        case .walletCard: 1
        case .otherMall(let list): list.count
        case .otherService(let list): list.count
        case .broadcast(let topSale, let hot, let choiceness):
            (topSale == nil ? 0 : 1) + (hot == nil ? 0 : 1) + (choiceness == nil ? 0 : 1)
        case .localService(let list): list.count
        case .bottomFloat(let list): list.count
        case .own(let section): section.rowCount
        case .unknown: 0
        }
    }
}
