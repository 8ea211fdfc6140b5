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

/// The size of the screen and the language of the texts on it, from which sections compute their sizes. Sections store
/// no size of their own, so that turning the device requests nothing new.
public struct ScreenMetrics: Sendable, Equatable {
    /// The width, in points.
    public let width: CGFloat
    /// The language of the texts as a BCP 47 tag, `zh-Hant-HK`; nil if unknown. A few sizes depend on it.
    public let language: String?

    /// The width for which the sections were drawn, in points.
    public static let designWidth: CGFloat = 375

    /// - Parameters:
    ///   - width: in points; what is no positive number counts as none.
    ///   - language: the language of the texts as a BCP 47 tag. Of a list such as `zh-Hant-HK,en`, the first one counts.
    public init(width: CGFloat, language: String? = nil) {
        self.width = width.isFinite && width > 0 ? width : 0
        self.language = language
    }

    /// The ratio of the width to ``designWidth``.
    public var scale: CGFloat { width / Self.designWidth }

    /// The first subtag of ``language`` in lower case: `zh`; nil if the language is unknown.
    var primaryLanguage: String? { language?.split { ",-_;@ ".contains($0) }.first?.lowercased() }

    /// A length that was drawn for ``designWidth``, on this screen, in whole points.
    public func scaled(_ length: CGFloat) -> CGFloat { (length * scale).rounded() }
}
