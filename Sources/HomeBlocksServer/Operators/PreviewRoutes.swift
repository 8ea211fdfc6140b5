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
            let client: ClientContext
            do throws(InvalidParameter) {
                client = try ClientContext(strict: operation.parameters.values(of: attributes)) {
                    operation.parameters[$0.rawValue]
                }
            } catch {
                throw PublishingError.malformed("The parameter \(error.name.rawValue) \(error.rule).")
            }
            let instant = try operation.parameters.instant("at")
            let now = instant ?? services.clock.now
            return try await services.readingPage {
                let live = try await live(operation, at: instant)
                let page = try await PublishedPage.preview(
                    live, in: operation.store, publicURL: services.settings.pictureBase, at: now)
                return await services.respond(to: request, document: page.variant(for: client).document())
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

extension PublishedPage {
    /// Builds a page that may have blocks of a draft.
    static func preview(
        _ live: LivePage, in store: any PageStore, publicURL: String?, at now: Instant
    ) async throws -> PublishedPage {
        let stored = try await store.blocks(Set(live.shown.versions.values)).values
        let blocks = Array(stored) + live.shown.unsaved
        let catalog = store.layouts.current.catalog
        let lists = try await store.feedLists(blocks.feeds)
        let rendered = blocks.map { RenderedBlock($0, catalog, publicURL: publicURL, lists: lists, at: now) }
        return PublishedPage(live, blocks: rendered, at: now, publicURL: publicURL)
    }
}
