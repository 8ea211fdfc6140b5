public import Foundation

extension MallContent {
    /// The margin on both sides of the screen, in points.
    public static let margin: CGFloat = 10

    /// The number of cells of the section: one for each entry, or a single one for all entries.
    public var itemCount: Int {
        switch self {
        case .middleNav, .bottomNav, .navigation, .localService, .otherMall, .otherService, .own, .unknown: entryCount
        default: isEmpty ? 0 : 1
        }
    }

    /// The spacing between cells in a row, in points.
    public var itemSpacing: CGFloat {
        switch self {
        case .middleNav, .navigation: 13
        case .bottomNav: 4
        case .localService: 9
        default: 10
        }
    }

    /// The height of the tabs of ``bottomFloat(_:)``, in points.
    public static let tabHeight: CGFloat = 44

    /// The size of a cell, in points.
    ///
    /// - Parameters:
    ///   - index: the index of the cell, below ``itemCount``.
    ///   - metrics: the width of the list and the language of its texts. The middle entries are less tall in Chinese
    ///     and taller in Vietnamese.
    ///   - contentHeight: the height of the app's content in the cell of ``bottomFloat(_:)``, including the tabs. The
    ///     cell has this height, but at least that of its tabs. Other sections ignore it.
    public func size(ofItem index: Int, in metrics: ScreenMetrics, contentHeight: CGFloat = 0) -> CGSize {
        switch self {
        case .marquee: CGSize(width: metrics.width, height: 32)
        case .beltAndRoad: wide(46, metrics)
        case .shoppingCarnival: wide(150, metrics)
        case .walletCard: wide(85, metrics)
        case .wallet: wide(2 * 72 + 10, metrics)
        case .otc, .hxPrefecture: wide(60, metrics)
        case .middleNav, .navigation: part(of: 5, height: Self.navigationHeight(in: metrics), metrics)
        case .bottomNav: part(of: index < 2 ? 2 : 3, height: 70, metrics)
        case .otherMall, .otherService: part(of: 2, height: 90, metrics)
        case .broadcast, .middleAd, .ads: wide(114, metrics)
        case .localService: localService(in: metrics)
        case .bottomFloat:
            CGSize(
                width: metrics.width,
                height: contentHeight.isFinite ? max(Self.tabHeight, contentHeight) : Self.tabHeight)
        case .own(let section): section.content.size(ofRow: index, in: metrics)
        case .unknown: .zero
        }
    }

    /// Chinese labels fit on one line; Vietnamese labels need more lines than others.
    private static func navigationHeight(in metrics: ScreenMetrics) -> CGFloat {
        switch metrics.primaryLanguage {
        case "zh": 80
        case "vi": 108
        default: 98
        }
    }

    /// Returns the design width scaled to the screen, in half points, limited so that four fit in a row.
    private func localService(in metrics: ScreenMetrics) -> CGSize {
        let drawn = (82 * metrics.scale * 2).rounded(.down) / 2
        let quarter = part(of: 4, height: 110, metrics)
        return CGSize(width: min(drawn, quarter.width), height: quarter.height)
    }

    /// Returns the size of a cell as wide as the screen without its margins.
    private func wide(_ height: CGFloat, _ metrics: ScreenMetrics) -> CGSize {
        CGSize(width: max(0, metrics.width - 2 * Self.margin), height: height)
    }

    /// Returns the size of one of several cells in a row.
    private func part(of count: CGFloat, height: CGFloat, _ metrics: ScreenMetrics) -> CGSize {
        let width = metrics.width - itemSpacing * (count - 1) - 2 * Self.margin
        return CGSize(width: max(0, (width / count).rounded(.down)), height: height)
    }
}
