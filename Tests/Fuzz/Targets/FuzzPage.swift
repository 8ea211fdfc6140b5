import HomeBlocks
import Publishing

/// An accepted page is exported as the same page. If it also passes every check, apps can read its documents.
public func fuzzPage(_ bytes: UnsafeRawBufferPointer) throws(BrokenRule) {
    guard let json = try? JSONValue(parsing: bytes), let page = try read(json) else { return }
    let exported = page.json(slug: "fuzz")
    let again = try need(try? PageDocument(json: exported), "what was exported is not taken")
    try hold(again.json(slug: "fuzz").encoded == exported.encoded, "what was exported is another page")

    guard try isValid(page) else { return }
    try hold(try isValid(again), "what was exported does not pass the checks")
    try render(page)
}

private func read(_ json: JSONValue) throws(BrokenRule) -> PageDocument? {
    do throws(PublishingError) {
        return try PageDocument(json: json)
    } catch {
        try saysWhy(error, pointingInto: json)
        return nil
    }
}

private func isValid(_ page: PageDocument) throws(BrokenRule) -> Bool {
    let catalog = try StarterLayouts.catalog()
    do throws(PublishingError) {
        try page.validate(catalog, client: page.client)
        return true
    } catch {
        try saysWhy(error)
        return false
    }
}

/// Renders the documents for each language and for an unknown client, whole and in parts.
private func render(_ page: PageDocument) throws(BrokenRule) {
    let catalog = try StarterLayouts.catalog()
    let now = page.blocks.lazy.compactMap(\.from).first ?? Instant(milliseconds: 0)
    let order = OrderState(page: "fuzz", revision: 1, order: page.order, changedBy: "", changedAt: now)
    let revision = LiveRevision(
        page: PageInfo(slug: "fuzz", title: ""), number: 1, order: order, versions: [:], data: page.data,
        nextRelease: nil)
    let rendered = page.blocks.map { RenderedBlock($0, catalog) }
    let published = PublishedPage(LivePage(own: revision), blocks: rendered, at: now)
    try hold(published.changesAt.map { $0 > now } ?? true, "the page changes before it is there")

    let languages = page.blocks.flatMap(\.localizations.keys).prefix(3).compactMap { LanguageTag($0) }
    for client in [ClientContext()] + languages.map({ ClientContext(locales: [$0], uid: "u") }) {
        let variant = published.variant(for: client)
        let document = try need(try? HomePage(parsing: variant.document()), "the document cannot be read")
        let codes = document.data.blocks.map(\.blockCode)
        try hold(document.data.issues.isEmpty, "the document has sections that cannot be read")
        try hold(codes == page.order.filter { variant.shown[$0] != nil }, "the document has other sections")
        try hold(variant.shown.values.allSatisfy { $0.items().count == $0.itemCount }, "a card was lost")
        try hold((try? Menus(parsing: variant.menus())) != nil, "the menus cannot be read")
        let part = try need(
            try? HomePage(parsing: variant.document(from: variant.start, limit: 2)), "a part cannot be read")
        try hold(part.data.blocks == Array(document.data.blocks.prefix(2)), "a part is not the start of the document")
    }
}
