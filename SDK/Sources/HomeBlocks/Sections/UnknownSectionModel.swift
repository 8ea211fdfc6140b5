public import Foundation

/// A section that this version of the app does not know: it has no rows, so that nothing is shown for it.
public struct UnknownSectionModel: HomeViewModelSection, Equatable {
    /// The block, whole: an app may know its layout.
    public let block: Block

    public var type: HomeViewModelSectionType { .unknown }
    public var rowCount: Int { 0 }
    public var designHeight: CGFloat { 0 }
}
