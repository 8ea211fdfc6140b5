public import Foundation

/// The content and the size of a section with one of the app's own layouts.
///
/// ``OwnLayouts`` lists the layouts of an app. The view models use them to read these sections, which have rows and
/// sizes like the library's sections.
public protocol OwnSectionContent: Sendable {
    /// The name of the layout: `showType` of the block.
    static var showType: String { get }

    /// Reads the section.
    ///
    /// - Parameters:
    ///   - block: a block with the layout.
    ///   - report: called for each card that is left out, as in ``Block/cards(_:report:)``.
    /// - Throws: ``SectionIssue`` if the section cannot be shown. It is then left out.
    init(_ block: Block, report: (SectionIssue) -> Void) throws(SectionIssue)

    /// The number of rows; 1 by default. A section without rows is not shown.
    var rowCount: Int { get }

    /// The height of a row on a screen ``ScreenMetrics/designWidth`` wide, in points.
    var designHeight: CGFloat { get }

    /// Returns the size of a row, in points: by default as wide as the screen, with ``designHeight`` scaled to it.
    func size(ofRow index: Int, in metrics: ScreenMetrics) -> CGSize
}

extension OwnSectionContent {
    public var rowCount: Int { 1 }

    public func size(ofRow index: Int, in metrics: ScreenMetrics) -> CGSize {
        CGSize(width: metrics.width, height: metrics.scaled(designHeight))
    }
}

/// A section with one of the app's own layouts.
public struct OwnSection: BlockSection {
    public let block: Block
    /// The content that the app has read. Cast it to the app's type: `section.content as? Tickets`.
    public let content: any OwnSectionContent

    public var type: HomeViewModelSectionType { .own }
    public var rowCount: Int { max(0, content.rowCount) }
    public var designHeight: CGFloat { content.designHeight }

    public func frame(in metrics: ScreenMetrics) -> CGRect {
        CGRect(origin: .zero, size: rowCount == 0 ? .zero : content.size(ofRow: 0, in: metrics))
    }
}

/// An app's own layouts.
///
/// ```swift
/// let model = HomeViewModel(client: client, layouts: OwnLayouts(Tickets.self))
/// ```
public struct OwnLayouts: Sendable {
    private let types: [String: any OwnSectionContent.Type]

    /// No layouts: sections that the library does not know are unknown.
    public static let none = OwnLayouts()

    /// - Parameter types: one type for each layout. If several have the same `showType`, the last one is used.
    public init(_ types: any OwnSectionContent.Type...) {
        self.types = Dictionary(types.map { ($0.showType, $0) }) { $1 }
    }

    /// Reads a section; returns nil if the app has no type for its layout. The app's layout takes precedence over the
    /// section's code: operators may have changed the layout.
    func section(_ block: Block, report: (SectionIssue) -> Void) throws(SectionIssue) -> OwnSection? {
        guard let type = types[block.showType] else { return nil }
        return OwnSection(block: block, content: try type.init(block, report: report))
    }
}
