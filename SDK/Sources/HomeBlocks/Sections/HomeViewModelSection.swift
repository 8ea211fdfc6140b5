public import Foundation

/// What a list view needs to know of a section, whatever it shows.
///
/// Source: the sections of the NetEase-style home page, an article of 2022 on building one with `UITableView`.
public protocol HomeViewModelSection: Sendable {
    /// What kind of section it is.
    var type: HomeViewModelSectionType { get }

    /// How many rows it has; 1 unless the section says otherwise.
    var rowCount: Int { get }

    /// Its place in its row: at the origin, as wide as the screen.
    func frame(in metrics: ScreenMetrics) -> CGRect

    /// How high it is when the screen is ``ScreenMetrics/designWidth`` wide, in points.
    var designHeight: CGFloat { get }
}

extension HomeViewModelSection {
    public var rowCount: Int { 1 }

    public func frame(in metrics: ScreenMetrics) -> CGRect {
        CGRect(x: 0, y: 0, width: metrics.width, height: metrics.scaled(designHeight))
    }

    /// How high its row is, in points.
    public func rowHeight(in metrics: ScreenMetrics) -> CGFloat { frame(in: metrics).height }
}

/// How large the screen is, from which sections know their size. Sections keep no size of their own,
/// so that turning the device requests nothing new.
public struct ScreenMetrics: Sendable, Equatable {
    /// The width, in points.
    public let width: CGFloat

    /// The width for which the sections were drawn, in points.
    public static let designWidth: CGFloat = 375

    /// - Parameter width: in points; what is no positive number counts as none.
    public init(width: CGFloat) { self.width = width.isFinite && width > 0 ? width : 0 }

    /// How much larger everything is than it was drawn.
    public var scale: CGFloat { width / Self.designWidth }

    /// A length that was drawn for ``designWidth``, on this screen, in whole points.
    public func scaled(_ length: CGFloat) -> CGFloat { (length * scale).rounded() }
}
