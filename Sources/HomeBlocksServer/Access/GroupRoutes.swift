import HomeBlocks
import Hummingbird
import Publishing

/// The API of groups of operators.
struct GroupRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        routes.get("/api/groups") { request, context in
            let operation = try await services.authorizeRead(request, context, as: .admin)
            let groups = try await operation.store.groups()
            return await services.respond(to: request, .array(groups.map { .object($0.json) }))
        }
        routes.post("/api/groups") { request, context in try await create(request, context) }
        routes.patch("/api/groups/{id}") { request, context in try await change(request, context) }
        routes.delete("/api/groups/{id}") { request, context in try await delete(request, context) }
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .admin)
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body)
        var generator = SystemRandomNumberGenerator()
        let plan = try GroupPlan(AccessToken(using: &generator).id, json: body)

        let outcome = try await operation.store.createGroup(plan, changeContext)

        await services.refreshCaches(after: .nothing)
        return services.respond(outcome, status: .created)
    }

    private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .admin)
        let change = try GroupChange(json: try await operation.json())
        let changeContext = try services.changeContext(operation)

        let group = try await operation.store.changeGroup(try operation.path("id"), change, changeContext)

        await services.refreshCaches(after: .nothing)
        return services.respond(group.json)
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .admin)
        let changeContext = try services.changeContext(operation)

        let group = try await operation.store.deleteGroup(try operation.path("id"), changeContext)

        await services.refreshCaches(after: .nothing)
        return services.respond(group.json)
    }
}
