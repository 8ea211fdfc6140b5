import HomeBlocks
import Hummingbird
import Publishing

/// Who did what to what, when, before and after.
struct AuditRoutes: Sendable {
    let desk: OperatorServices

    func register(_ routes: Routes) {
        routes.get("/api/audit") { request, context in
            let parameters = try await desk.admit(
                request, context, as: .admin,
                parameters: ["page", "actor", "action", "outcome", "from", "until", "limit", "cursor"])
            let part = try await desk.store.audit(try filter(parameters), try desk.range(parameters))
            return await desk.answer(
                request,
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
                throw PublishingError.malformed("The parameter outcome must be done or refused.")
            }
        }
        filter.from = try parameters.instant("from")
        filter.until = try parameters.instant("until")
        return filter
    }
}
