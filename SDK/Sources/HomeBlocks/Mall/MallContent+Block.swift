extension MallContent {
    /// Reads a section. Its layout says what the data look like, its code which section it is.
    ///
    /// - Throws: ``SectionIssue`` if the data are not what the layout says.
    public init(_ block: Block) throws(SectionIssue) {
        // Operators may change a section's layout. A name that this version of the app does not know counts as the
        // layout that the section has had from the start.
        guard let layout = MallLayout(rawValue: block.showType) ?? Self.layouts[block.blockCode] else {
            self = .unknown(block)
            return
        }
        do {
            self = try Self.read(block, as: layout)
        } catch {
            throw SectionIssue(blockCode: block.blockCode, issue: error)
        }
    }

    private static func read(_ block: Block, as layout: MallLayout) throws(JSONIssue) -> MallContent {
        switch layout {
        case .marquee: .marquee(try block.data("list"))
        case .ad: (ads[block.blockCode] ?? MallContent.ads)(try block.data("list"))
        case .walletCard: .walletCard(try block.data("smallWelfare"))
        case .navigation: (navigations[block.blockCode] ?? MallContent.navigation)(try block.data("list"))
        case .otherMall: .otherMall(try block.data("list"))
        case .otherService: .otherService(try block.data("list"))
        case .broadcast:
            .broadcast(
                topSale: try block.dataIfAny("topSale"), hot: try block.dataIfAny("hot"),
                choiceness: try block.dataIfAny("choiceness"))
        case .localService: .localService(try block.data("list"))
        case .bottomFloat: .bottomFloat(try block.data("headerList"))
        }
    }

    /// The sections with the layout ``MallLayout/ad`` by code.
    private static let ads: [String: @Sendable ([MallAd]) -> MallContent] = [
        "beltAndRoad": { .beltAndRoad($0) }, "shoppingCarnival": { .shoppingCarnival($0) }, "otc": { .otc($0) },
        "hxPrefecture": { .hxPrefecture($0) }, "middleAd": { .middleAd($0) },
    ]

    /// The sections with the layout ``MallLayout/navigation`` by code.
    private static let navigations: [String: @Sendable ([MallNavigation]) -> MallContent] = [
        "wallet": { .wallet($0) }, "middleNav": { .middleNav($0) }, "bottomNav": { .bottomNav($0) },
    ]

    /// The layouts that the sections have had from the start, by code.
    private static let layouts: [String: MallLayout] = [
        "marquee": .marquee, "walletCard": .walletCard, "otherMall": .otherMall, "otherService": .otherService,
        "broadcast": .broadcast, "localService": .localService, "bottomFloat": .bottomFloat,
    ]
    .merging(ads.keys.map { ($0, .ad) }) { $1 }
    .merging(navigations.keys.map { ($0, .navigation) }) { $1 }
}

/// The layouts of the mall page: each says what the data of a section look like.
private enum MallLayout: String {
    case marquee = "MALL_MARQUEE"
    case ad = "MALL_AD"
    case walletCard = "MALL_WALLET_CARD"
    case navigation = "MALL_NAVIGATION"
    case otherMall = "MALL_OTHER_MALL"
    case otherService = "MALL_OTHER_SERVICE"
    case broadcast = "MALL_BROADCAST"
    case localService = "MALL_LOCAL_SERVICE"
    case bottomFloat = "MALL_BOTTOM_FLOAT"
}
