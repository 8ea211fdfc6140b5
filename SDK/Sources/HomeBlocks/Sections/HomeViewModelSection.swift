public import Foundation

/// The kind and the size of a section, as a list view needs them.
///
/// Source: the sections of the NetEase-style home page, an article of 2022 on building one with `UITableView`.
public protocol HomeViewModelSection: Sendable {
    /// The kind of the section.
    var type: HomeViewModelSectionType { get }

    /// The number of rows; 1 by default.
    var rowCount: Int { get }

    /// The frame in its row, in points: at the origin, as wide as the screen.
    func frame(in metrics: ScreenMetrics) -> CGRect

    /// The height on a screen ``ScreenMetrics/designWidth`` wide, in points.
    var designHeight: CGFloat { get }
}

extension HomeViewModelSection {
    public var rowCount: Int { 1 }

    public func frame(in metrics: ScreenMetrics) -> CGRect {
        CGRect(x: 0, y: 0, width: metrics.width, height: metrics.scaled(designHeight))
    }

    /// The height of its row, in points.
    public func rowHeight(in metrics: ScreenMetrics) -> CGFloat { frame(in: metrics).height }
}

/// The size of the screen, from which sections compute theirs. Sections store no size of their own,
/// so that turning the device requests nothing new.
public struct ScreenMetrics: Sendable, Equatable {
    /// The width, in points.
    public let width: CGFloat

    /// The width for which the sections were drawn, in points.
    public static let designWidth: CGFloat = 375

    /// - Parameter width: in points; what is no positive number counts as none.
    public init(width: CGFloat) { self.width = width.isFinite && width > 0 ? width : 0 }

    /// The ratio of the width to ``designWidth``.
    public var scale: CGFloat { width / Self.designWidth }

    /// A length that was drawn for ``designWidth``, on this screen, in whole points.
    public func scaled(_ length: CGFloat) -> CGFloat { (length * scale).rounded() }
}
