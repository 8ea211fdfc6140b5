import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The order of a stage.
struct OrderRoutes: Sendable {
    let desk: OperatorServices
    let stage: Stage

    func register(_ routes: Routes, at path: String) {
        routes.get(path) { request, context in
            try await desk.admit(request, context)
            let order = try await desk.store.revision(try context.parameters.require("page"), stage).order
            return await desk.answer(request, .object(order.json), tag: order.tag)
        }
        routes.put(path) { request, context in
            try await change(request, context, known: ["dryRun"]) { _ in try context.parameters.require("page") }
        }
    }

    /// Changes the order of a page.
    func change(
        _ request: Request, _ context: ServerContext, known: Set<String>,
        page: (RequestParameters) throws -> String
    ) async throws -> Response {
        let (actor, parameters) = try await desk.actor(request, context, as: stage.role, parameters: known)
        let page = try page(parameters)
        let isDryRun = try parameters.flag("dryRun")
        let body = try await RequestBodyReader.sort.json(of: request)
        let info = try desk.info(request, context, by: actor, body: body, tag: .own)
        let change = PageChange(page, stage, .order(try OrderChange(json: body)), isDryRun: isDryRun)
        let outcome = try await desk.store.change(change, info)
        var members = outcome.order.json
        members["moved"] = .array(outcome.moved.map { .string($0) })
        // What a dry run answers does not exist, so it has no tag.
        return await desk.changed(
            isDryRun ? .nothing : .page(page), members, carried: outcome.carried,
            tag: isDryRun ? nil : outcome.order.tag)
    }
}

extension HTTPField.Name {
    static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .eTag
}
