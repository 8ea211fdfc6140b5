import HomeBlocks
import TestSupport

@testable import Publishing

/// A page as merges use it.
struct Page: Equatable, CustomStringConvertible {
    var order: [String] = []
    var blocks: [String: BlockResource] = [:]
    var data: JSONObject = [:]

    var description: String {
        let lines = order.map { code in
            "  \(code): "
                + (blocks[code].map { String(decoding: JSONValue.object($0.json).encoded, as: UTF8.self) } ?? "none")
        }
        return (["\(order) \(data)"] + lines).joined(separator: "\n")
    }
}

/// Generates small random pages with frequent conflicts, and merges them.
struct RandomPages {
    let catalog: BlockTypeCatalog
    private static let codes = ["A", "B", "C", "D", "E", "F", "G"]
    /// The layout of each feed's cards.
    static let feeds = ["plain": "PLAIN", "other": "OTHER"]
    /// The layouts whose blocks are pinned to an end.
    static let pins = ["FIRST": "first", "LAST": "last"]

    init() throws {
        let types = try ["PLAIN", "OTHER", "FIRST", "LAST"].map { name in
            var settings: JSONObject = ["items": "/cards"]
            settings["pin"] = Self.pins[name].map { .string($0) }
            return try BlockType(showType: name, json: ["type": "object", "x-homeblocks": .object(settings)])
        }
        catalog = BlockTypeCatalog(types)
    }

    func pins(_ page: Page) -> [String: Pin] { catalog.pins(page.blocks.mapValues(\.showType)) }

    /// Merges the step from `old` to `new` into `target`.
    func merge(
        _ old: Page, _ new: Page, _ target: Page, _ preference: MergePreference
    ) -> (page: Page, conflicts: [MergeConflict]) {
        merge(difference(old, new), into: target, preference)
    }

    /// Merges a difference into a page.
    func merge(
        _ difference: RevisionDifference, into target: Page, _ preference: MergePreference
    ) -> (page: Page, conflicts: [MergeConflict]) {
        let changed = Set(difference.blocks.map(\.code))
        let outcome = difference.merged(
            into: MergeTarget(
                page: PageInfo(slug: "p", title: ""), order: target.order, layouts: target.blocks.mapValues(\.showType),
                size: 0, blocks: target.blocks.filter { changed.contains($0.key) }, data: target.data, catalog: catalog),
            preferring: preference)
        var page = Page(order: outcome.edit.order, blocks: target.blocks, data: outcome.edit.data ?? target.data)
        for code in outcome.edit.removed { page.blocks[code] = nil }
        for block in outcome.edit.put { page.blocks[block.blockCode] = block }
        return (page, outcome.conflicts)
    }

    // MARK: Random pages

    func page(_ generator: inout SeededGenerator) -> Page {
        var page = Page()
        for code in Self.codes.shuffled(using: &generator).prefix(Int.random(in: 0...5, using: &generator)) {
            page.order.append(code)
            page.blocks[code] = block(code, &generator)
        }
        page.order = PinnedOrder.settled(page.order, pins: pins(page))
        return page
    }

    private func block(_ code: String, _ generator: inout SeededGenerator) -> BlockResource {
        let layout = ["PLAIN", "PLAIN", "PLAIN", "FIRST", "LAST"].randomElement(using: &generator) ?? "PLAIN"
        var content: JSONObject = [:]
        if Bool.random(using: &generator) {
            content["cards"] = .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in card(&generator) })
        }
        var block = BlockResource(blockCode: code, showType: layout, content: content)
        editSource(of: &block, &generator)
        return block
    }

    private func card(_ generator: inout SeededGenerator) -> JSONValue {
        var card: JSONObject = ["t": JSONValue(Int.random(in: 0..<3, using: &generator))]
        if Int.random(in: 0..<4, using: &generator) > 0 {
            card["id"] = JSONValue(Int.random(in: 0..<4, using: &generator))
        }
        return .object(card)
    }

    /// A page after up to five changes by an operator.
    func edited(_ page: Page, _ generator: inout SeededGenerator) -> Page {
        var page = page
        for _ in 0..<Int.random(in: 0...5, using: &generator) { edit(&page, &generator) }
        page.order = PinnedOrder.settled(page.order, pins: pins(page))
        return page
    }

    private func edit(_ page: inout Page, _ generator: inout SeededGenerator) {
        let index = page.order.indices.randomElement(using: &generator)
        switch (Int.random(in: 0..<8, using: &generator), index) {
        case (0, _):
            guard let code = Self.codes.filter({ page.blocks[$0] == nil }).randomElement(using: &generator) else {
                return
            }
            page.order.insert(code, at: Int.random(in: 0...page.order.count, using: &generator))
            page.blocks[code] = block(code, &generator)
        case (1, _): page.data["exposedResource"] = ["a", "b"].randomElement(using: &generator)
        case (2, let index?): page.blocks[page.order.remove(at: index)] = nil
        case (3, let index?), (4, let index?):
            let code = page.order.remove(at: index)
            page.order.insert(code, at: Int.random(in: 0...page.order.count, using: &generator))
        case (_, let index?):
            let code = page.order[index]
            guard var block = page.blocks[code] else { return }
            edit(&block, &generator)
            let counts = catalog.cardIDs(of: block)
            block.cardRules = block.cardRules.filter { counts[$0.key] == 1 }
            page.blocks[code] = block
        default: break
        }
    }

    private func edit(_ block: inout BlockResource, _ generator: inout SeededGenerator) {
        let number = JSONValue(Int.random(in: 0..<3, using: &generator))
        let instant = Instant(milliseconds: Int64(Int.random(in: 1...3, using: &generator)) * 1000)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: block.content["t"] = number
        case 1: block.content["u"] = Bool.random(using: &generator) ? number : nil
        // Two valid changes of a window may make it invalid together.
        case 2: block.from = block.until.map { instant < $0 } ?? true ? instant : nil
        case 3: block.until = block.from.map { $0 < instant } ?? true ? instant : nil
        case 4, 5: editRule(of: &block, instant, &generator)
        case 6, 7: editSource(of: &block, &generator)
        case 8 where Self.feeds.values.contains(block.showType):
            block.source = nil
            block.showType = block.showType == "PLAIN" ? "OTHER" : "PLAIN"
        default:
            var cards = block.content["cards"]?.array ?? []
            edit(&cards, &generator)
            block.content["cards"] = .array(cards)
        }
    }

    private func editRule(of block: inout BlockResource, _ instant: Instant, _ generator: inout SeededGenerator) {
        let ids = catalog.cardIDs(of: block).keys.sorted()
        guard let id = ids.randomElement(using: &generator) else { return }
        var rule = block.cardRules[id] ?? .always
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: rule.isEnabled.toggle()
        case 1: rule.from = rule.until.map { instant < $0 } ?? true ? instant : nil
        case 2: rule.until = rule.from.map { $0 < instant } ?? true ? instant : nil
        case 3: rule.audience = Audience(platforms: [Bool.random(using: &generator) ? .ios : .android])
        default: rule = .always
        }
        block.cardRules[id] = rule == .always ? nil : rule
    }

    private func editSource(of block: inout BlockResource, _ generator: inout SeededGenerator) {
        let fits = Self.feeds.filter { $0.value == block.showType }.keys.first
        let positions = Bool.random(using: &generator) ? [Int.random(in: 0...2, using: &generator)] : []
        block.source = Bool.random(using: &generator) ? fits.map { .feed($0, positions: positions) } : nil
    }

    private func edit(_ cards: inout [JSONValue], _ generator: inout SeededGenerator) {
        guard let index = cards.indices.randomElement(using: &generator) else { return cards.append(card(&generator)) }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: cards.insert(card(&generator), at: index)
        case 1: cards.remove(at: index)
        case 2:
            let card = cards.remove(at: index)
            cards.insert(card, at: Int.random(in: 0...cards.count, using: &generator))
        default:
            var members = cards[index].object ?? [:]
            members[["t", "u"].randomElement(using: &generator) ?? "t"] = JSONValue(
                Int.random(in: 0..<3, using: &generator))
            cards[index] = .object(members)
        }
    }
}
