import HomeBlocks
import Hummingbird
import Publishing

/// The API of the order of a page's blocks.
struct OrderRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        for stage in Stage.allCases {
            let path = "/api/pages/{page}/\(stage.rawValue)/order"
            routes.get(path) { request, context in
                let operation = try await services.authorizeRead(request, context)
                let order = try await operation.store.revision(try operation.page, stage).order
                return await services.respond(to: request, .object(order.json), tag: order.tag)
            }
            routes.put(path) { request, context in
                let operation = try await services.authorizeWrite(
                    request, context, as: stage.role, parameters: ["dryRun"])
                return try await change(operation, try operation.page, stage)
            }
        }
        // A shorthand for changing the live order.
        routes.post("/sort") { request, context in
            let known: Set = ["page", "dryRun"]
            // Invalid parameters are reported after the credential was checked.
            let parameters = try? RequestParameters(request, known: known)
            let page = parameters?["page"] ?? services.settings.defaultPage
            let operation = try await services.authorizeWrite(
                request, context, as: Stage.live.role, on: parameters == nil ? .shared : .page(page),
                parameters: known)
            return try await change(operation, page, .live)
        }
    }

    private func change(_ operation: OperatorRequest, _ page: String, _ stage: Stage) async throws -> Response {
        let isDryRun = try operation.isDryRun
        let body = try await operation.json(.sort)
        let changeContext = try services.changeContext(operation, body: body, tag: .own)
        let change = PageChange(page, stage, .order(try OrderChange(json: body)), isDryRun: isDryRun)
        return try await services.change(page, changeContext, isDryRun: isDryRun) { page in
            try page.change(change, changeContext)
        }
    }
}
