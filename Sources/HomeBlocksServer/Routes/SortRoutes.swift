import Hummingbird
import Publishing

/// The live order: read by anybody; changing it is short for changing that of the page's live stage.
struct SortRoutes: Sendable {
    let desk: OperatorDesk

    func register(_ routes: Routes) {
        routes.get("/sort") { request, _ in
            let served = try await desk.pages.page(try page(of: request))
            let changesAt = served.page.live.own.nextRelease
            return await served.sort.response(
                to: request, cacheControl: desk.settings.cacheControl.value(at: desk.clock.now, changesAt: changesAt))
        }
        routes.post("/sort") { request, context in
            try await OrderRoutes(desk: desk, stage: .live).change(request, context, page: try page(of: request))
        }
    }

    private func page(of request: Request) throws -> String {
        try RequestParameters(request)["page"] ?? desk.settings.defaultPage
    }
}
