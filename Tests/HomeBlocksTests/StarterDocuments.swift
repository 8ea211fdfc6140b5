import Foundation
import HomeBlocks
import Publishing
import TestSupport

/// Starter pages as clients get them.
enum StarterDocuments {
    static func text(_ slug: String, context: ClientContext = ClientContext(), plain: Bool = true) throws -> Data {
        let catalog = try Project.catalog()
        let page = plain ? try Project.plainPage(slug) : try Project.page(slug)
        let order = OrderState(
            page: slug, revision: 1, order: page.order, changedBy: "", changedAt: Instant(milliseconds: 0))
        let revision = LiveRevision(
            page: PageInfo(slug: slug, title: ""), number: 1, order: order, versions: [:], data: page.data,
            nextRelease: nil)
        let blocks = page.blocks.map { RenderedBlock($0, catalog) }
        return Data(
            PublishedPage(LivePage(own: revision), blocks: blocks, at: Instant(milliseconds: 0))
                .variant(for: context).document())
    }

    static func json(_ slug: String) throws -> JSONValue { try JSONValue(parsing: try text(slug)) }

    static func page(_ slug: String) throws -> HomePage { try HomePage(parsing: try text(slug)) }

    static func block(_ code: String, of slug: String) throws -> Block {
        guard let block = try page(slug).data.blocks.first(where: { $0.blockCode == code }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return block
    }
}
