import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The API of named audiences.
struct AudienceRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        routes.get("/api/audiences") { request, context in
            let operation = try await services.authorizeRead(request, context, on: .shared)
            let audiences = try await operation.store.audiences(for: operation.rights)
            return await services.respond(
                to: request,
                [
                    "audiences": .array(audiences.map { .object(Self.json($0.audience, $0.uses)) }),
                    "attributes": services.settings.attributes.json,
                ])
        }
        routes.post("/api/audiences") { request, context in try await create(request, context) }
        routes.get("/api/audiences/{name}") { request, context in
            let operation = try await services.authorizeRead(request, context, on: .shared)
            let name = try operation.path("name")
            let (audience, uses) = try await operation.store.audience(name, for: operation.rights)
            // The ETag covers the definition only, not its uses.
            return .uncached(
                PublishedPage.envelope(JSONValue.object(Self.json(audience, uses)).encoded), tag: audience.tag)
        }
        routes.put("/api/audiences/{name}") { request, context in try await change(request, context) }
        routes.delete("/api/audiences/{name}") { request, context in try await delete(request, context) }
    }

    private static func json(_ audience: NamedAudience, _ uses: [AudienceUse]) -> JSONObject {
        audience.json.merging(["uses": .array(uses.map(\.json))], uniquingKeysWith: { $1 })
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher)
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body)
        let plan = try AudiencePlan(json: body)

        let outcome = try await operation.store.createAudience(plan, changeContext)

        await services.refreshCaches(after: .nothing)
        return services.respond(outcome, status: .created, location: "/api/audiences/\(plan.name)")
    }

    private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher, parameters: ["dryRun"])
        let isDryRun = try operation.isDryRun
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body, tag: .own)
        let plan = try AudiencePlan(json: body, name: try operation.path("name"))

        let outcome = try await operation.store.changeAudience(plan, isDryRun: isDryRun, changeContext)

        await services.refreshCaches(after: isDryRun ? .nothing : .pages(outcome.pages))
        return services.respond(outcome.json, tag: isDryRun ? nil : outcome.audience.tag)
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher)
        let changeContext = try services.changeContext(operation, tag: .own)

        let audience = try await operation.store.deleteAudience(try operation.path("name"), changeContext)

        await services.refreshCaches(after: .nothing)
        return services.respond(audience.json)
    }
}
