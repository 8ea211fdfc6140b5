extension MallContent {
    /// Reads a section. Its layout determines the shape of the data, its code which section it is. A card that cannot
    /// be read is left out.
    ///
    /// - Parameters:
    ///   - block: the block of the document.
    ///   - layouts: the app's own layouts.
    ///   - report: called for each card that is left out.
    /// - Throws: ``SectionIssue`` if the data does not match the layout, or if no card can be read.
    public init(
        _ block: Block, layouts: OwnLayouts = .none, report: (SectionIssue) -> Void = { _ in }
    ) throws(SectionIssue) {
        if let own = try layouts.section(block, report: report) {
            self = .own(own)
            return
        }
        // Operators may change a section's layout. If this version of the app does not know the layout, it uses the
        // section's original one.
        guard let layout = MallLayout(rawValue: block.showType) ?? Self.layouts[block.blockCode] else {
            self = .unknown(block)
            return
        }
        self = try block.reading(report) { leftOut throws(JSONIssue) in
            try Self.read(block, as: layout, &leftOut)
        }
    }

    private static func read(
        _ block: Block, as layout: MallLayout, _ leftOut: inout LeftOut
    ) throws(JSONIssue) -> MallContent {
        switch layout {
        case .marquee: .marquee(try block.cards("list", &leftOut))
        case .ad: (ads[block.blockCode] ?? MallContent.ads)(try block.cards("list", &leftOut))
        case .walletCard: .walletCard(try welfare(of: block, &leftOut))
        case .navigation: (navigations[block.blockCode] ?? MallContent.navigation)(try block.cards("list", &leftOut))
        case .otherMall: .otherMall(try block.cards("list", &leftOut))
        case .otherService: .otherService(try block.cards("list", &leftOut))
        case .broadcast: try broadcast(of: block, &leftOut)
        case .localService: .localService(try block.cards("list", &leftOut))
        case .bottomFloat: .bottomFloat(try block.cards("headerList", &leftOut))
        }
    }

    private static func welfare(of block: Block, _ leftOut: inout LeftOut) throws(JSONIssue) -> MallWelfare {
        try leftOut.inside("extInfo", of: block.json) { data, leftOut throws(JSONIssue) in
            try leftOut.inside("smallWelfare", of: data) { card, leftOut throws(JSONIssue) in
                try MallWelfare(json: card, &leftOut)
            }
        }
    }

    private static func broadcast(of block: Block, _ leftOut: inout LeftOut) throws(JSONIssue) -> MallContent {
        try leftOut.inside("extInfo", of: block.json) { data, leftOut throws(JSONIssue) in
            let topSale: MallNavigation? = leftOut.cardIfAny("topSale", of: data)
            let hot: MallBroadcast? = leftOut.cardIfAny("hot", of: data)
            let choiceness: MallBroadcast? = leftOut.cardIfAny("choiceness", of: data)
            let content = MallContent.broadcast(topSale: topSale, hot: hot, choiceness: choiceness)
            if content.isEmpty, let first = leftOut.issues.first { throw first }
            return content
        }
    }

    /// The sections with the layout ``MallLayout/ad``, by code.
    private static let ads: [String: @Sendable ([MallAd]) -> MallContent] = [
        "beltAndRoad": { .beltAndRoad($0) }, "shoppingCarnival": { .shoppingCarnival($0) }, "otc": { .otc($0) },
        "hxPrefecture": { .hxPrefecture($0) }, "middleAd": { .middleAd($0) },
    ]

    /// The sections with the layout ``MallLayout/navigation``, by code.
    private static let navigations: [String: @Sendable ([MallNavigation]) -> MallContent] = [
        "wallet": { .wallet($0) }, "middleNav": { .middleNav($0) }, "bottomNav": { .bottomNav($0) },
    ]

    /// The original layouts of the sections, by code.
    private static let layouts: [String: MallLayout] = [
        "marquee": .marquee, "walletCard": .walletCard, "otherMall": .otherMall, "otherService": .otherService,
        "broadcast": .broadcast, "localService": .localService, "bottomFloat": .bottomFloat,
    ]
    .merging(ads.keys.map { ($0, .ad) }) { $1 }
    .merging(navigations.keys.map { ($0, .navigation) }) { $1 }
}

/// The layouts of the mall page. Each determines the shape of a section's data.
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
