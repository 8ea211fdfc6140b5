import HomeBlocks
import Publishing

/// A feed is accepted, or rejected with reasons, and only makes cards that its layout allows, whatever an upstream
/// sends. The first line of the input is the feed, the rest is the response.
public func fuzzFeed(_ bytes: UnsafeRawBufferPointer) throws(BrokenRule) {
    var parts = InputParts(bytes)
    guard let json = try? JSONValue(parsing: parts.next()) else { return }
    let catalog = try StarterLayouts.catalog()
    var rules = FeedRules()
    rules.allowedHosts = try need(AllowedHosts("*.example.com"), "the host cannot be allowed")
    rules.secretNames = ["key"]
    let feed: Feed
    do throws(PublishingError) {
        feed = try Feed(checking: json, rules, catalog)
    } catch {
        return try saysWhy(error, pointingInto: json)
    }
    try hold(Feed(stored: .object(feed.json)) == feed, "what was read is another feed")
    try hold(UpstreamAddress(feed.url)?.host.hasSuffix(".example.com") ?? false, "\(feed.url) is allowed")

    guard let response = try? JSONValue(parsing: parts.others) else { return }
    let outcome = FeedMapping(feed, catalog).map(response)
    try hold(outcome == FeedMapping(feed, catalog).map(response), "the same response comes to something else")
    try check(outcome, of: feed, response, catalog)
}

private func check(
    _ outcome: FeedMapping.Outcome, of feed: Feed, _ response: JSONValue, _ catalog: BlockTypeCatalog
) throws(BrokenRule) {
    let cards = outcome.cards.map(\.card)
    try hold(cards.count <= feed.maximum, "there are more cards than there may be")
    try hold(cards.isEmpty || outcome.itemCount != nil, "cards came of no list")
    let items = try need(catalog[feed.showType]?.items, "the layout has no cards")
    for card in cards {
        let content = nested([card], at: items.tokens[...])
        let block = BlockResource(blockCode: "b", showType: feed.showType, content: content.object ?? [:])
        let position = ["content"] + items.tokens + ["0"]
        let issue = catalog.issues(in: block, client: nil).first { $0.pointer.tokens.starts(with: position) }
        try hold(issue == nil, "a card does not pass the schema: \(issue?.reason ?? "")")
    }
    for (one, other) in zip(outcome.cards, outcome.cards.dropFirst()) {
        try hold(one.item < other.item, "cards are in another order than their items")
    }
    for fault in outcome.faults {
        try hold(!fault.reason.isEmpty, "a fault has no reason")
        guard let item = fault.item, item != feed.items else { continue }
        try hold(response[pointer: item] != nil, "\(item) points to nothing")
    }
    let block = BlockResource(
        blockCode: "b", showType: feed.showType, source: .feed(feed.name, positions: []),
        content: nested([], at: items.tokens[...]).object ?? [:])
    let list = FeedList(feed: feed.name, showType: feed.showType, cards: cards, version: 1, endsAt: nil)
    let filled = block.filled(with: list, catalog, at: Instant(milliseconds: 0))
    let shown = JSONValue.object(filled.content)[pointer: items]?.array ?? []
    try hold(shown == cards, "the section shows other cards")
}

/// Returns a value nested in objects with the given names.
private func nested(_ value: JSONValue, at names: ArraySlice<String>) -> JSONValue {
    guard let name = names.first else { return value }
    return .object([name: nested(value, at: names.dropFirst())])
}
