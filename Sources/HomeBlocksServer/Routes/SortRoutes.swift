import Hummingbird
import Publishing

/// The live order: read by anybody; changing it is short for changing that of the page's live stage.
struct SortRoutes: Sendable {
    let desk: OperatorServices

    func register(_ routes: Routes) {
        routes.get("/sort") { request, _ in
            let parameters = try RequestParameters(request)
            let served = try await desk.pages.page(page(parameters))
            let order = try parameters.flag("shown") ? served.shownSort : served.sort
            return await order.response(
                to: request,
                cacheControl: desk.settings.cacheControl.value(at: desk.clock.now, changesAt: order.changesAt))
        }
        routes.post("/sort") { request, context in
            try await OrderRoutes(desk: desk, stage: .live)
                .change(request, context, known: ["page", "dryRun"], page: page)
        }
    }

    private func page(_ parameters: RequestParameters) -> String {
        parameters["page"] ?? desk.settings.defaultPage
    }
}
