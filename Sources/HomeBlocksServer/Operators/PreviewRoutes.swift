import Hummingbird
import Publishing

/// The API of previews: the document that a client would get from a stage at an instant.
struct PreviewRoutes: Sendable {
    let services: OperatorServices
    let stage: Stage

    func register(_ routes: Routes) {
        routes.get("/api/pages/{page}/\(stage.rawValue)/homepage") { request, context in
            let attributes = services.settings.attributes
            let known: Set = ["at", "platform", "appVersion", "locale", "uid"]
            let operation = try await services.authorizeRead(
                request, context, parameters: known.union(attributes.parameters))
            let client = try ClientContext(strict: operation.parameters.values(of: attributes)) {
                operation.parameters[$0.rawValue]
            }
            let instant = try operation.parameters.instant("at")
            let now = instant ?? services.clock.now
            return try await services.readingPage {
                let live = try await live(operation, at: instant)
                let stored = try await operation.store.blocks(Set(live.shown.versions.values)).values
                let blocks = Array(stored) + live.shown.unsaved
                let catalog = services.catalog
                let publicURL = services.settings.pictureBase
                let lists = try await operation.store.feedLists(blocks.feeds)
                let rendered = blocks.map {
                    RenderedBlock($0, catalog, publicURL: publicURL, lists: lists, at: now)
                }
                let published = PublishedPage(live, blocks: rendered, at: now, publicURL: publicURL)
                return await services.respond(to: request, document: published.variant(for: client).document())
            }
        }
    }

    private func live(_ operation: OperatorRequest, at instant: Instant?) async throws -> LivePage {
        let page = try operation.page
        return switch (stage, instant) {
        case (.draft, _): LivePage(own: try await operation.store.revision(page, .draft))
        case (.live, let instant?): try await operation.store.shown(page, asOf: instant)
        case (.live, nil): try await operation.store.shown(page, at: services.clock.now)
        }
    }
}
