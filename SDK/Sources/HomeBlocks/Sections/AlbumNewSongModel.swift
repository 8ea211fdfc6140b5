public import Foundation

/// New songs, albums and digital albums, each behind a tab.
public struct AlbumNewSongModel: BlockSection {
    public let block: Block
    /// What stands above it.
    public let heading: SectionHeading
    /// The tabs, in display order; never empty.
    public let tabs: [ReleaseTab]

    public var type: HomeViewModelSectionType { .albumNewSong }
    public var designHeight: CGFloat { 244 }

    public init(_ block: Block) throws(JSONFault) {
        self.block = block
        heading = SectionHeading(block)
        let cards = try block.cards(ReleaseTab.init)
        tabs = cards.reduce(into: []) { tabs, card in
            if let place = tabs.firstIndex(where: { $0.creativeType == card.creativeType }) {
                tabs[place].append(card)
            } else {
                tabs.append(card)
            }
        }
    }
}
