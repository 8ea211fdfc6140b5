import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The API of the blocks and cards in a stage of a page.
struct BlockRoutes: Sendable {
    let services: OperatorServices
    let stage: Stage

    func register(_ routes: Routes) {
        let path = "/api/pages/{page}/\(stage.rawValue)/blocks"
        routes.get(path) { request, context in try await list(request, context) }
        routes.post(path) { request, context in try await create(request, context) }
        routes.patch(path) { request, context in try await changeSeveral(request, context) }
        routes.post("\(path)/{code}/copy") { request, context in try await copy(request, context) }
        routes.get("\(path)/{code}") { request, context in
            let operation = try await services.authorizeRead(request, context)
            let state = try await operation.store.blockState(try operation.path("code"), of: try operation.page, stage)
            return await services.respond(to: request, .object(state.json(services.catalog)), tag: state.tag)
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
        registerCards(routes, at: "\(path)/{code}/creatives")
    }

    private func registerCards(_ routes: Routes, at path: String) {
        routes.put("\(path)/order") { request, context in
            try await change(request, context) { code, body, _ in .cards(code, try CardChange(json: body)) }
        }
        routes.post(path) { request, context in
            try await change(request, context, status: .created, parameters: ["to"]) { code, body, parameters in
                .cards(code, .add(body, try parameters.position("to") ?? .end))
            }
        }
        routes.delete("\(path)/{index}") { request, context in
            try await remove(request, context) { code in
                .cards(code, .remove(try RequestParameters.cardIndex(context.parameters.get("index"))))
            }
        }
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(request, context)
        let page = try operation.page
        let catalog = services.catalog
        return try await services.readingPage {
            // Encode each block as soon as it is read, because as text it needs a tenth of the memory.
            let blocks = try await operation.store.blockStates(page, stage) {
                JSONValue.object($0.json(catalog)).encoded
            }
            return await services.respond(to: request, encoded: PublishedPage.array(blocks))
        }
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(
            request, context, as: stage.role, parameters: ["before", "after", "to", "dryRun"])
        let target = try target(operation.parameters)
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body, tag: .parent)
        let page = try operation.page
        let block = try BlockResource(checking: body)
        let change = PageChange(page, stage, .create(block, target), isDryRun: try operation.isDryRun)
        return try await services.change(
            page, changeContext, isDryRun: change.isDryRun, status: .created,
            location: "/api/pages/\(page)/\(stage.rawValue)/blocks/\(block.blockCode)"
        ) { try $0.change(change, changeContext) }
    }

    /// Changes the schedule and audience of several blocks.
    private func changeSeveral(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: stage.role, parameters: ["dryRun"])
        let isDryRun = try operation.isDryRun
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body)
        let change = PageChange(
            try operation.page, stage, try VisibilityChange.operation(json: body), isDryRun: isDryRun)
        return try await services.change(change.page, changeContext, isDryRun: isDryRun) { page in
            try page.change(change, changeContext)
        }
    }

    /// Copies a block into the draft of a page.
    private func copy(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .viewer, parameters: ["dryRun"])
        // The role on the other page is checked when its draft is changed.
        try operation.actor.checkRights(.editor, on: .shared)
        let isDryRun = try operation.isDryRun
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body)
        let copy = try BlockCopy(json: body, isDryRun: isDryRun)

        let outcome = try await operation.store.copyBlock(
            try operation.path("code"), of: try operation.page, stage, copy, changeContext)

        await services.refreshCaches(after: isDryRun ? .nothing : .page(copy.page))
        let code = outcome.data["blockCode"]?.string
        return services.respond(
            outcome, isDryRun: isDryRun, status: .created,
            location: code.map { "/api/pages/\(copy.page)/draft/blocks/\($0)" })
    }

    /// Parses the position of a new block.
    private func target(_ parameters: RequestParameters) throws -> Move.Target {
        guard ["before", "after", "to"].count(where: { parameters[$0] != nil }) < 2 else {
            throw PublishingError.malformed("Send at most one of the parameters `before`, `after` and `to`.")
        }
        if let code = parameters["before"] { return .before(code) }
        if let code = parameters["after"] { return .after(code) }
        return try parameters.position("to") ?? .end
    }

    /// Changes a block or its cards.
    ///
    /// - Parameter parameters: the names of the allowed parameters in addition to `dryRun`.
    private func change(
        _ request: Request, _ context: ServerContext, status: HTTPResponse.Status = .ok, parameters: Set<String> = [],
        _ make: (_ code: String, _ body: JSONValue, _ parameters: RequestParameters) throws -> PageOperation
    ) async throws -> Response {
        let operation = try await services.authorizeWrite(
            request, context, as: stage.role, parameters: parameters.union(["dryRun"]))
        let isDryRun = try operation.isDryRun
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body, tag: .own)
        let change = PageChange(
            try operation.page, stage, try make(try operation.path("code"), body, operation.parameters),
            isDryRun: isDryRun)
        return try await services.change(change.page, changeContext, isDryRun: isDryRun, status: status) { page in
            try page.change(change, changeContext)
        }
    }

    /// Removes a block or one of its cards.
    private func remove(
        _ request: Request, _ context: ServerContext, _ make: (_ code: String) throws -> PageOperation
    ) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: stage.role, parameters: ["dryRun"])
        let isDryRun = try operation.isDryRun
        let changeContext = try services.changeContext(operation, tag: .own)
        let change = PageChange(
            try operation.page, stage, try make(try operation.path("code")), isDryRun: isDryRun)
        return try await services.change(change.page, changeContext, isDryRun: isDryRun) { page in
            try page.change(change, changeContext)
        }
    }
}
