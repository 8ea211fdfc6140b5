public import Foundation

/// Music videos, side by side.
public struct MusicMLOGModel: BlockSection {
    public let block: Block
    /// What stands above it.
    public let heading: SectionHeading
    /// The videos, in display order; never empty.
    public let videos: [MlogCard]

    public var type: HomeViewModelSectionType { .musicMLOG }
    public var designHeight: CGFloat { 236 }

    public init(_ block: Block) throws(JSONFault) {
        self.block = block
        heading = SectionHeading(block)
        let entries: [MlogEntry] = try block.json.require("extInfo")
        guard !entries.isEmpty else { throw JSONFault("is empty", at: JSONPointer(["extInfo"])) }
        videos = try each(entries, in: "extInfo", MlogCard.init)
    }
}
