public import Foundation

/// Podcasts, side by side.
public struct VoiceListRcmdModel: BlockSection {
    public let block: Block
    /// What stands above it.
    public let heading: SectionHeading
    /// The podcasts, in display order; never empty.
    public let voiceLists: [VoiceList]

    public var type: HomeViewModelSectionType { .voiceListRcmd }
    public var designHeight: CGFloat { 208 }

    public init(_ block: Block) throws(JSONFault) {
        self.block = block
        heading = SectionHeading(block)
        voiceLists = try block.cards(VoiceList.init)
    }
}
