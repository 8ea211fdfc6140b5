import Foundation
import HomeBlocks
import HomeBlocksClient

/// The mall home page as text, through ``MallViewModel``.
enum MallPrinter {
    @MainActor static func load(
        _ page: String?, from client: any HomePageFetching
    ) async throws(HomePageError) -> ([SectionPrinter], [String]) {
        let model = MallViewModel(client: client, page: page)
        await model.refresh()
        let failures = model.failures.sorted { $0.key < $1.key }
            .map { "\($0.key): \(ErrorText.describe($0.value))" }
        let order = model.sortFailure.map { ["the order: \(ErrorText.describe($0))"] } ?? []
        return (model.listMs.map(section), model.issues.map(\.description) + order + failures)
    }

    private static func section(_ group: MallGroup) -> SectionPrinter {
        let content = group.content
        let sizes = (0..<content.itemCount).map { content.size(ofItem: $0, in: PagePrinter.metrics) }
        let (kind, cards) = text(of: content)
        return SectionPrinter(
            kind: content.itemCount > 1 ? "\(kind) in \(content.itemCount) cells" : kind, code: group.id,
            size: sizes.first ?? .zero, cards: cards)
    }

    private static func text(of content: MallContent) -> (String, [String]) {
        switch content {
        case .marquee(let list): ("running messages", list.map(\.title))
        case .beltAndRoad(let list), .shoppingCarnival(let list), .otc(let list), .hxPrefecture(let list),
            .middleAd(let list), .ads(let list):
            ("advertisements", list.map { [$0.title, $0.subtitle].compactMap(\.self).joined(separator: " · ") })
        case .walletCard(let welfare): ("wallet card", [welfare.title] + welfare.coupons.map(\.title))
        case .wallet(let list), .middleNav(let list), .bottomNav(let list), .navigation(let list):
            ("entries", [list.map(\.title).joined(separator: "  ")])
        case .otherMall(let list): ("merchants", list.map(\.title))
        case .otherService(let list): ("services", list.map(\.title))
        case .broadcast(let topSale, let hot, let choiceness):
            (
                "broadcasts",
                [topSale?.title].compactMap(\.self)
                    + [hot, choiceness].compactMap(\.self).map { "\($0.anchorName): \($0.title)" }
            )
        case .localService(let list): ("services nearby", list.map(\.title))
        case .bottomFloat(let list): ("tabs", [list.map(\.title).joined(separator: " | ")])
        case .own(let section): (section.block.showType, ["(for a newer app)"])
        case .unknown(let block): (block.showType, ["(for a newer app)"])
        }
    }
}
