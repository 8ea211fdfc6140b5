import HomeBlocks
import Hummingbird
import Publishing

/// The API of a page's revisions.
struct RevisionRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        let path = "/api/pages/{page}/revisions"
        routes.get(path) { request, context in try await list(request, context) }
        routes.get("\(path)/{number}") { request, context in try await document(request, context) }
        routes.get("\(path)/{number}/diff") { request, context in try await difference(request, context) }
        routes.post("\(path)/{number}/restore") { request, context in try await restore(request, context) }
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(
            request, context, parameters: ["limit", "cursor", "released", "block"])
        let part = try await operation.store.revisions(
            try operation.page, try operation.range(), onlyReleased: try operation.parameters.flag("released"),
            changing: try operation.parameters.code("block"))
        return await services.respond(
            to: request,
            ["revisions": .array(part.elements.map(\.json)), "next": part.next.map { .string($0) } ?? .null])
    }

    private func document(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(request, context)
        let page = try operation.page
        let number: Int = try operation.number("number", of: "revision")
        return try await services.readingPage {
            let revision = try await operation.store.revision(page, number: number)
            let document = try await PageDocument.of(revision, in: operation.store)
            return await services.respond(to: request, document: document.json(slug: page).prettyEncoded)
        }
    }

    private func difference(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(request, context, parameters: ["against"])
        let page = try operation.page
        let number: Int = try operation.number("number", of: "revision")
        let other = try operation.parameters.int("against", in: 1...Int(Int32.max))
        return try await services.readingPage {
            let (against, difference) = try await operation.store.difference(page, of: number, against: other)
            var data = difference.json
            data["page"] = .string(page)
            data["revision"] = JSONValue(number)
            data["against"] = against.map { JSONValue($0) } ?? .null
            return await services.respond(to: request, .object(data))
        }
    }

    private func restore(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .publisher)
        let body = try await operation.jsonIfAny()
        let changeContext = try services.changeContext(operation, body: body, tag: .own)
        let page = try operation.page
        let number: Int = try operation.number("number", of: "revision")
        let message = try Publication.message(json: body)
        return try await services.change(page, changeContext, needs: .revision(number), status: .created) { page in
            try page.restore(number, message: message, changeContext)
        }
    }
}
