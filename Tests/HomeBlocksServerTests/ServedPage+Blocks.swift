import HomeBlocks
import Publishing

@testable import HomeBlocksServer

extension ServedPage {
    /// Creates a page with some blocks in order, without a store.
    convenience init(of blocks: [BlockResource], _ catalog: BlockTypeCatalog, cache: VariantCache) {
        let start = Instant(milliseconds: 0)
        let order = OrderState(
            page: "p", revision: 1, order: blocks.map(\.blockCode), changedBy: "a", changedAt: start)
        let live = LiveRevision(
            page: PageInfo(slug: "p", title: "P", client: nil), number: 1, order: order, versions: [:], data: [:],
            nextRelease: nil)
        self.init(
            PublishedPage(LivePage(own: live), blocks: blocks.map { RenderedBlock($0, catalog) }, at: start),
            rendered: [:], cache: cache)
    }
}
