public import Foundation

extension MallContent {
    /// The margin at both sides of the screen, in points.
    public static let margin: CGFloat = 10

    /// The number of cells of the section: one for each entry, or one for all of them.
    public var itemCount: Int {
        switch self {
        case .middleNav, .bottomNav, .navigation, .localService, .otherMall, .otherService, .unknown: entryCount
        default: isEmpty ? 0 : 1
        }
    }

    /// The space between two cells of a row, in points.
    public var itemSpacing: CGFloat {
        switch self {
        case .middleNav, .navigation: 13
        case .bottomNav: 4
        case .localService: 9
        default: 10
        }
    }

    /// The size of a cell, in points.
    public func size(ofItem index: Int, in metrics: ScreenMetrics) -> CGSize {
        switch self {
        case .marquee: CGSize(width: metrics.width, height: 32)
        case .beltAndRoad: wide(46, metrics)
        case .shoppingCarnival: wide(150, metrics)
        case .walletCard: wide(85, metrics)
        case .wallet: wide(2 * 72 + 10, metrics)
        case .otc, .hxPrefecture: wide(60, metrics)
        case .middleNav, .navigation: part(of: 5, height: 98, metrics)
        case .bottomNav: part(of: index < 2 ? 2 : 3, height: 70, metrics)
        case .otherMall, .otherService: part(of: 2, height: 90, metrics)
        case .broadcast, .middleAd, .ads: wide(114, metrics)
        case .localService: part(of: 4, height: 110, metrics)
        case .bottomFloat: CGSize(width: metrics.width, height: 44)
        case .unknown: .zero
        }
    }

    /// As wide as the screen without its margins.
    private func wide(_ height: CGFloat, _ metrics: ScreenMetrics) -> CGSize {
        CGSize(width: max(0, metrics.width - 2 * Self.margin), height: height)
    }

    /// One of several in a row.
    private func part(of count: CGFloat, height: CGFloat, _ metrics: ScreenMetrics) -> CGSize {
        let width = metrics.width - itemSpacing * (count - 1) - 2 * Self.margin
        return CGSize(width: max(0, (width / count).rounded(.down)), height: height)
    }
}
