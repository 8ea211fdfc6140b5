public import Foundation

/// The kind and the size of a section, as a list view needs them.
///
/// Source: the sections in a 2022 article on building a NetEase-style home page with `UITableView`.
public protocol HomeViewModelSection: Sendable {
    /// The kind of the section.
    var type: HomeViewModelSectionType { get }

    /// The number of rows; 1 by default.
    var rowCount: Int { get }

    /// Returns the frame in its row, in points: at the origin, as wide as the screen.
    func frame(in metrics: ScreenMetrics) -> CGRect

    /// The height on a screen ``ScreenMetrics/designWidth`` wide, in points.
    var designHeight: CGFloat { get }
}

extension HomeViewModelSection {
    public var rowCount: Int { 1 }

    public func frame(in metrics: ScreenMetrics) -> CGRect {
        CGRect(x: 0, y: 0, width: metrics.width, height: metrics.scaled(designHeight))
    }

    /// Returns the height of its row, in points.
    public func rowHeight(in metrics: ScreenMetrics) -> CGFloat { frame(in: metrics).height }
}

/// The width of the screen and the language of its texts, from which sections compute their sizes. Sections do not
/// store sizes, so that rotating the device does not require a request.
public struct ScreenMetrics: Sendable, Equatable {
    /// The width, in points.
    public let width: CGFloat
    /// The language of the texts as a BCP 47 tag, such as `zh-Hant-HK`; nil if unknown. A few sizes depend on it.
    public let language: String?

    /// The width for which the sections were designed, in points.
    public static let designWidth: CGFloat = 375

    /// - Parameters:
    ///   - width: the width, in points; a value that is not a positive finite number counts as 0.
    ///   - language: the language of the texts as a BCP 47 tag. Of a list such as `zh-Hant-HK,en`, the first tag is
    ///     used.
    public init(width: CGFloat, language: String? = nil) {
        self.width = width.isFinite && width > 0 ? width : 0
        self.language = language
    }

    /// The ratio of the width to ``designWidth``.
    public var scale: CGFloat { width / Self.designWidth }

    /// The first subtag of ``language`` in lower case, such as `zh`; nil if the language is unknown.
    var primaryLanguage: String? { language?.split { ",-_;@ ".contains($0) }.first?.lowercased() }

    /// Returns a length designed for ``designWidth``, scaled to this screen and rounded to whole points.
    public func scaled(_ length: CGFloat) -> CGFloat { (length * scale).rounded() }
}
