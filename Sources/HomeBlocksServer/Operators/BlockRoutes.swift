import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The blocks of a stage.
struct BlockRoutes: Sendable {
    let desk: OperatorServices
    let stage: Stage

    func register(_ routes: Routes, at path: String) {
        routes.get(path) { request, context in
            try await desk.admit(request, context)
            let (page, catalog) = (try context.parameters.require("page"), desk.catalog)
            return try await desk.readingPage {
                // Each block is encoded as soon as it is read: as text it needs a tenth of the memory.
                let blocks = try await desk.store.blockStates(page, stage) {
                    JSONValue.object($0.json(catalog)).encoded
                }
                return await desk.answer(request, encoded: PublishedPage.array(blocks))
            }
        }
        routes.post(path) { request, context in try await create(request, context) }
        routes.get("\(path)/{code}") { request, context in
            try await desk.admit(request, context)
            let state = try await desk.store.blockState(
                try context.parameters.require("code"), of: try context.parameters.require("page"), stage)
            return await desk.answer(request, .object(state.json(desk.catalog)), tag: state.tag)
        }
        routes.put("\(path)/{code}") { request, context in
            try await change(request, context) { code, body, _ in
                .replace(try BlockResource(checking: body, code: code))
            }
        }
        routes.patch("\(path)/{code}") { request, context in
            try await change(request, context) { code, body, _ in .patch(code, body) }
        }
        routes.delete("\(path)/{code}") { request, context in
            try await remove(request, context) { code in .delete(code) }
        }
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (actor, parameters) = try await desk.actor(
            request, context, as: stage.role, parameters: ["before", "after", "to", "dryRun"])
        let target = try target(parameters)
        let body = try await RequestBodyReader.standard.json(of: request)
        let info = try desk.info(request, context, by: actor, body: body, tag: .parent)
        let page = try context.parameters.require("page")
        let block = try BlockResource(checking: body)
        let change = PageChange(
            page, stage, .create(block, target), isDryRun: try parameters.flag("dryRun"))
        let outcome = try await desk.store.change(change, info)
        let location = "/api/pages/\(page)/\(stage.rawValue)/blocks/\(block.blockCode)"
        return await answer(outcome, change, status: change.isDryRun ? .ok : .created, location: location)
    }

    /// Where a new block goes.
    private func target(_ parameters: RequestParameters) throws -> Move.Target {
        let named = ["before", "after", "to"].filter { parameters[$0] != nil }
        guard named.count < 2 else {
            throw PublishingError.malformed("Give one of the parameters before, after and to at most.")
        }
        if let code = parameters["before"] { return .before(code) }
        if let code = parameters["after"] { return .after(code) }
        return try parameters.place("to") ?? .end
    }

    /// Changes a block that is there.
    func change(
        _ request: Request, _ context: ServerContext, status: HTTPResponse.Status = .ok, known: Set<String> = [],
        operation: (_ code: String, _ body: JSONValue, _ parameters: RequestParameters) throws -> PageOperation
    ) async throws -> Response {
        let (actor, parameters) = try await desk.actor(
            request, context, as: stage.role, parameters: known.union(["dryRun"]))
        let isDryRun = try parameters.flag("dryRun")
        let body = try await RequestBodyReader.standard.json(of: request)
        let info = try desk.info(request, context, by: actor, body: body, tag: .own)
        let operation = try operation(try context.parameters.require("code"), body, parameters)
        let change = PageChange(try context.parameters.require("page"), stage, operation, isDryRun: isDryRun)
        return await answer(try await desk.store.change(change, info), change, status: isDryRun ? .ok : status)
    }

    private func answer(
        _ outcome: ChangeOutcome, _ change: PageChange, status: HTTPResponse.Status, location: String? = nil
    ) async -> Response {
        await desk.changed(
            change.isDryRun ? .nothing : .page(change.page), outcome.block?.json(desk.catalog) ?? [:],
            carried: outcome.carried, status: status,
            tag: change.isDryRun ? nil : outcome.block?.tag, location: change.isDryRun ? nil : location)
    }

    /// Takes something away: the whole block, or a card of it.
    func remove(
        _ request: Request, _ context: ServerContext, operation: (_ code: String) throws -> PageOperation
    ) async throws -> Response {
        let (actor, parameters) = try await desk.actor(request, context, as: stage.role, parameters: ["dryRun"])
        let isDryRun = try parameters.flag("dryRun")
        let info = try desk.info(request, context, by: actor, tag: .own)
        let change = PageChange(
            try context.parameters.require("page"), stage, try operation(try context.parameters.require("code")),
            isDryRun: isDryRun)
        let outcome = try await desk.store.change(change, info)
        guard outcome.block == nil else { return await answer(outcome, change, status: .ok) }
        return await desk.changed(
            isDryRun ? .nothing : .page(change.page), outcome.order.json, carried: outcome.carried)
    }
}
