public import Foundation

/// Playlists of videos, side by side.
public struct VideoPlaylistModel: BlockSection {
    public let block: Block
    /// What stands above it.
    public let heading: SectionHeading
    /// The cards, in display order; never empty.
    public let cards: [PlaylistCard]

    public var type: HomeViewModelSectionType { .videoPlaylist }
    public var designHeight: CGFloat { 208 }

    public init(_ block: Block) throws(JSONFault) {
        self.block = block
        heading = SectionHeading(block)
        cards = try block.cards(PlaylistCard.init)
    }
}
