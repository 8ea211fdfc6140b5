import HomeBlocks
import Hummingbird
import Publishing

/// The API of reviews: of the draft, and of planned releases that wait for an approval.
struct ReviewRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        let page = "/api/pages/{page}"
        routes.post("\(page)/draft/review") { request, context in try await requestReview(request, context) }
        routes.delete("\(page)/draft/review") { request, context in
            let operation = try await services.authorizeWrite(request, context, as: .editor)
            let changeContext = try services.changeContext(operation)
            return try await services.change(try operation.page, changeContext, affectsClients: false) {
                try $0.withdrawRequest(changeContext)
            }
        }
        register(routes, at: "\(page)/draft/review") { _ in .draft }
        register(routes, at: "\(page)/releases/{id}/review") { .release(try $0.number("id", of: "release")) }
    }

    private func register(
        _ routes: Routes, at path: String,
        _ subject: @escaping @Sendable (OperatorRequest) throws -> ReviewedState.Subject
    ) {
        routes.get(path) { request, context in
            let operation = try await services.authorizeRead(request, context)
            let (page, subject) = (try operation.page, try subject(operation))
            let state = try await operation.store.review(page, subject)
            return await services.respond(to: request, .object(state.json))
        }
        routes.post("\(path)/approvals") { request, context in
            try await addVerdict(.approval, as: .publisher, subject, request, context)
        }
        routes.post("\(path)/objections") { request, context in
            try await addVerdict(.objection, as: .editor, subject, request, context)
        }
        routes.delete("\(path)/approvals") { request, context in
            let operation = try await services.authorizeWrite(request, context, as: .editor)
            let changeContext = try services.changeContext(operation)
            let subject = try subject(operation)
            return try await services.change(
                try operation.page, changeContext, affectsClients: subject != .draft
            ) { page in
                try page.withdrawVerdict(on: subject, changeContext)
            }
        }
    }

    private func requestReview(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .editor)
        let body = try await operation.jsonIfAny()
        let changeContext = try services.changeContext(operation, body: body)
        let plan = try ReviewPlan(json: body)
        return try await services.change(
            try operation.page, changeContext, affectsClients: false, status: .created
        ) { page in
            try page.requestReview(plan, changeContext)
        }
    }

    private func addVerdict(
        _ kind: Approval.Kind, as role: Role, _ subject: (OperatorRequest) throws -> ReviewedState.Subject,
        _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: role)
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body)
        let plan = try ApprovalPlan(kind, json: body)
        let subject = try subject(operation)
        return try await services.change(
            try operation.page, changeContext, affectsClients: subject != .draft, status: .created
        ) { page in
            try page.addVerdict(kind, on: subject, plan, changeContext)
        }
    }
}
