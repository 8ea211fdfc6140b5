import HomeBlocks
import Hummingbird
import Publishing

/// The API of the audit log: who changed what and when, with the state before and after.
struct AuditRoutes: Sendable {
    let services: OperatorServices

    private static let parameters: Set = [
        "page", "actor", "action", "outcome", "from", "until", "limit", "cursor",
    ]

    func register(_ routes: Routes) {
        routes.get("/api/audit") { request, context in
            let operation = try await services.authorizeRead(
                request, context, as: .admin, parameters: Self.parameters)
            let part = try await operation.store.audit(try filter(operation.parameters), try operation.range())
            return await services.respond(
                to: request,
                ["entries": .array(part.elements.map(\.json)), "next": part.next.map { .string($0) } ?? .null])
        }
    }

    private func filter(_ parameters: RequestParameters) throws -> AuditFilter {
        var filter = AuditFilter()
        filter.page = try parameters.text("page")
        filter.actor = try parameters.text("actor")
        filter.action = try parameters.text("action")
        if let name = parameters["outcome"] {
            filter.outcome = AuditRecord.Outcome(rawValue: name)
            guard filter.outcome != nil else {
                throw PublishingError.malformed("The parameter outcome must be `done` or `refused`.")
            }
        }
        filter.from = try parameters.instant("from")
        filter.until = try parameters.instant("until")
        return filter
    }
}
