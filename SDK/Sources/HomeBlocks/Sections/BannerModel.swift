public import Foundation

/// Pictures that change by themselves.
public struct BannerModel: BlockSection {
    public let block: Block
    /// The pictures, in display order; never empty.
    public let banners: [Banner]

    public var type: HomeViewModelSectionType { .banner }
    public var designHeight: CGFloat { 148 }

    public init(_ block: Block) throws(JSONFault) {
        self.block = block
        let list: BannerList = try block.json.require("extInfo")
        guard !list.banners.isEmpty else { throw JSONFault("is empty", at: JSONPointer(["extInfo", "banners"])) }
        banners = list.banners
    }
}
