/// A section of the mall home page with its data.
///
/// Source: the enumeration with associated values of an article on long home pages whose order the operators define.
/// Two sections are equal when all of their content is. The identity of a section is that of its ``MallGroup``.
public enum MallContent: Sendable, Equatable {
    /// Messages that run across the page.
    case marquee([MallNotice])
    /// Advertisements along the silk road.
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
    /// Entries in the middle, five in a row.
    case middleNav([MallNavigation])
    /// Entries at the bottom, two and then three in a row.
    case bottomNav([MallNavigation])
    /// Other merchants.
    case otherMall([MallShop])
    /// Other services.
    case otherService([MallService])
    /// A best seller, the hottest broadcast and the chosen one; one of them is there at least.
    case broadcast(topSale: MallNavigation?, hot: MallBroadcast?, choiceness: MallBroadcast?)
    /// Advertisements in the middle.
    case middleAd([MallAd])
    /// Services nearby.
    case localService([MallLocalService])
    /// The tabs that stay at the bottom.
    case bottomFloat([MallTab])
    /// Advertisements of a section that came after this version of the app.
    case ads([MallAd])
    /// Entries of a section that came after this version of the app.
    case navigation([MallNavigation])
    /// A section with a layout of the app's own.
    case own(OwnSection)
    /// A section whose layout this version of the app does not know.
    case unknown(Block)

    /// Whether there is nothing to show.
    public var isEmpty: Bool {
        if case .unknown = self { false } else { entryCount == 0 }
    }

    /// How many entries the section's data have; 0 for a section whose layout is unknown.
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
