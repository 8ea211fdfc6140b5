public import Foundation

/// Songs by taste, in columns of about three.
public struct StyleRcmdModel: BlockSection {
    public let block: Block
    /// What stands above it.
    public let heading: SectionHeading
    /// The columns, in display order, and the songs of each from above; none is empty.
    public let columns: [[Track]]

    public var type: HomeViewModelSectionType { .styleRcmd }
    public var designHeight: CGFloat { 244 }

    public init(_ block: Block) throws(JSONFault) {
        self.block = block
        heading = SectionHeading(block)
        columns = try block.cards { card throws(JSONFault) in try card.cards(Track.init) }
    }
}
