public import Foundation

/// Sounds for every hour, as round buttons.
public struct Podcast24Model: BlockSection {
    public let block: Block
    /// What stands above it.
    public let heading: SectionHeading
    /// The sounds, in display order; never empty.
    public let podcasts: [Podcast]

    public var type: HomeViewModelSectionType { .podcast24 }
    public var designHeight: CGFloat { 150 }

    public init(_ block: Block) throws(JSONFault) {
        self.block = block
        heading = SectionHeading(block)
        podcasts = try block.cards(Podcast.init)
    }
}
