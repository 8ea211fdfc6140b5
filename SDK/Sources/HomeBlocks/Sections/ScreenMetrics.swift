public import Foundation

/// How large the screen is, from which sections know their size. Sections keep no size of their own,
/// so that turning the device asks for nothing new.
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
