import HomeBlocks
import Hummingbird
import Publishing

/// The API of tokens and operators.
struct CredentialRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        for kind in [Credential.Kind.token, .operator] {
            let path = "/api/\(kind.rawValue)s"
            routes.get(path) { request, context in
                let operation = try await services.authorizeRead(request, context, as: .admin)
                let credentials = try await operation.store.credentials(kind)
                return await services.respond(to: request, .array(credentials.map { .object($0.json) }))
            }
            routes.post(path) { request, context in try await create(kind, request, context) }
            routes.delete("\(path)/{id}") { request, context in try await revoke(kind, request, context) }
        }
        routes.patch("/api/operators/{id}") { request, context in try await changeOperator(request, context) }
    }

    private func create(
        _ kind: Credential.Kind, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .admin)
        let body = try await operation.json()
        let plan = try CredentialPlan(kind, json: body, at: services.clock.now)
        // The password itself must not be stored; only its hash is.
        var logged = body.object ?? [:]
        if logged.removeValue(forKey: "password") != nil { logged["password"] = true }
        let changeContext = try services.changeContext(operation, body: .object(logged))
        let (new, secret) = try await kind == .token ? token(plan) : person(plan)

        let outcome = try await operation.store.create(new, changeContext)

        await services.refreshCaches(after: .nothing)
        var data = outcome.data
        // A retry returns the first credential, whose secret is no longer known.
        let isFirst = data["id"]?.string == new.id
        data[kind == .token ? "token" : "password"] = secret.map { isFirst ? .string($0) : .null }
        return services.respond(ChangeOutcome(data), status: .created)
    }

    private func token(_ plan: CredentialPlan) -> (NewCredential, secret: String?) {
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        return (NewCredential(token, plan: plan), token.text)
    }

    private func person(_ plan: CredentialPlan) async throws -> (NewCredential, secret: String?) {
        var generator = SystemRandomNumberGenerator()
        let made = plan.password == nil ? Password.random(using: &generator) : nil
        let hash = try await services.authenticator.sessions.hash(plan.password ?? made ?? "")
        return (NewCredential(id: AccessToken(using: &generator).id, plan: plan, hash: hash), made)
    }

    private func revoke(
        _ kind: Credential.Kind, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .admin)
        let changeContext = try services.changeContext(operation)

        let credential = try await operation.store.revoke(kind, try operation.path("id"), changeContext)

        await services.refreshCaches(after: .nothing)
        return services.respond(credential.json)
    }

    private func changeOperator(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .admin)
        let change = try OperatorChange(json: try await operation.json())
        var hash: [UInt8]?
        if let password = change.password { hash = try await services.authenticator.sessions.hash(password) }
        let changeContext = try services.changeContext(operation)

        let credential = try await operation.store.change(
            operator: try operation.path("id"), change, passwordHash: hash, changeContext)

        await services.refreshCaches(after: .nothing)
        return services.respond(credential.json)
    }
}
