import Hummingbird
import Publishing

/// What an audience would get at a time, made by the renderer that clients' documents come from.
struct PreviewRoutes: Sendable {
    let desk: OperatorServices
    let stage: Stage

    func register(_ routes: Routes, at path: String) {
        routes.get(path) { request, context in
            let parameters = try await desk.admit(
                request, context, parameters: ["at", "platform", "appVersion", "locale", "uid"])
            let client = try parameters.client()
            let at = try parameters.instant("at")
            let now = at ?? desk.clock.now
            let page = try context.parameters.require("page")
            return try await desk.readingPage {
                let live = try await live(page, at: at)
                let stored = try await desk.store.blocks(Set(live.shown.versions.values)).values
                let blocks = Array(stored) + live.shown.unsaved
                let page = PublishedPage(live, blocks: blocks.map { RenderedBlock($0, desk.catalog) }, at: now)
                let document = page.variant(for: client).document()
                return await Representation(document, compression: .fast)
                    .response(to: request, cacheControl: "private, no-cache")
            }
        }
    }

    private func live(_ page: String, at instant: Instant?) async throws -> LivePage {
        switch (stage, instant) {
        case (.draft, _): LivePage(own: try await desk.store.revision(page, .draft))
        case (.live, let instant?): try await desk.store.shown(page, asOf: instant)
        case (.live, nil): try await desk.store.shown(page, at: desk.clock.now)
        }
    }
}
