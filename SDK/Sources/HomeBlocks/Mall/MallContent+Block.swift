extension MallContent {
    /// Reads a section. Its layout says what the data look like, its code which section it is.
    ///
    /// - Throws: ``SectionFault`` if the data are not what the layout says.
    public init(_ block: Block) throws(SectionFault) {
        guard let layout = MallLayout(block) else {
            self = .unknown(block)
            return
        }
        do {
            self = try Self.read(block, as: layout)
        } catch {
            throw SectionFault(blockCode: block.blockCode, fault: error)
        }
    }

    private static func read(_ block: Block, as layout: MallLayout) throws(JSONFault) -> MallContent {
        switch layout {
        case .marquee: .marquee(try block.data("list"))
        case .ad: ads(try block.data("list"), of: block.blockCode)
        case .walletCard: .walletCard(try block.data("smallWelfare"))
        case .navigation: navigation(try block.data("list"), of: block.blockCode)
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

    private static func ads(_ list: [MallAd], of code: String) -> MallContent {
        switch code {
        case "beltAndRoad": .beltAndRoad(list)
        case "shoppingCarnival": .shoppingCarnival(list)
        case "otc": .otc(list)
        case "hxPrefecture": .hxPrefecture(list)
        case "middleAd": .middleAd(list)
        default: .ads(list)
        }
    }

    private static func navigation(_ list: [MallNavigation], of code: String) -> MallContent {
        switch code {
        case "wallet": .wallet(list)
        case "middleNav": .middleNav(list)
        case "bottomNav": .bottomNav(list)
        default: .navigation(list)
        }
    }
}
