import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// Tokens and operators.
struct CredentialRoutes: Sendable {
    let desk: OperatorServices

    func register(_ routes: Routes) {
        registerChange(routes)
        for kind in [Credential.Kind.token, .operator] {
            let path = "/api/\(kind.rawValue)s"
            routes.get(path) { request, context in
                try await desk.admit(request, context, as: .admin)
                let credentials = try await desk.store.credentials(kind)
                return await desk.answer(request, .array(credentials.map { .object($0.json) }))
            }
            routes.post(path) { request, context in try await create(kind, request, context) }
            routes.delete("\(path)/{id}") { request, context in
                let (actor, _) = try await desk.actor(request, context, as: .admin)
                let credential = try await desk.store.revoke(
                    kind, try context.parameters.require("id"), try desk.info(request, context, by: actor))
                return await desk.changed(.nothing, credential.json)
            }
        }
    }

    private func registerChange(_ routes: Routes) {
        routes.patch("/api/operators/{id}") { request, context in
            let (actor, _) = try await desk.actor(request, context, as: .admin)
            let change = try OperatorChange(json: try await RequestBodyReader.standard.json(of: request))
            var hash: [UInt8]?
            if let password = change.password { hash = try await desk.authenticator.sessions.hash(password) }
            let credential = try await desk.store.change(
                operator: try context.parameters.require("id"), role: change.role, passwordHash: hash,
                try desk.info(request, context, by: actor))
            return await desk.changed(.nothing, credential.json)
        }
    }

    private func create(
        _ kind: Credential.Kind, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let (actor, _) = try await desk.actor(request, context, as: .admin)
        let body = try await RequestBodyReader.standard.json(of: request)
        let plan = try CredentialPlan(kind, json: body, at: desk.clock.now)
        // No trace of a password is kept but its slow hash.
        var known = body.object ?? [:]
        if known.removeValue(forKey: "password") != nil { known["password"] = true }
        let info = try desk.info(request, context, by: actor, body: .object(known))
        let (new, secret) = try await kind == .token ? token(plan) : person(plan)
        let credential = try await desk.store.create(new, info)
        var data = credential.json
        // The secret of the first answer is gone when a retry gets it.
        data[kind == .token ? "token" : "password"] = secret.map { credential.id == new.id ? .string($0) : .null }
        return await desk.changed(.nothing, data, status: .created)
    }

    private func token(_ plan: CredentialPlan) -> (NewCredential, secret: String?) {
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        return (NewCredential(token, plan: plan), token.text)
    }

    private func person(_ plan: CredentialPlan) async throws -> (NewCredential, secret: String?) {
        var generator = SystemRandomNumberGenerator()
        let made = plan.password == nil ? Password.random(using: &generator) : nil
        let hash = try await desk.authenticator.sessions.hash(plan.password ?? made ?? "")
        return (NewCredential(id: AccessToken(using: &generator).id, plan: plan, hash: hash), made)
    }
}
