import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The history of a page.
struct RevisionRoutes: Sendable {
    let desk: OperatorServices

    func register(_ routes: Routes) {
        let path = "/api/pages/{page}/revisions"
        routes.get(path) { request, context in try await list(request, context) }
        routes.get("\(path)/{number}") { request, context in
            try await desk.admit(request, context)
            let page = try context.parameters.require("page")
            let number = try context.revisionNumber()
            return try await desk.readingPage {
                let revision = try await desk.store.revision(page, number: number)
                let document = try await PageDocument.of(revision, in: desk.store)
                return await Representation(document.json(slug: page).prettyEncoded, compression: .fast)
                    .response(to: request, cacheControl: "private, no-cache")
            }
        }
        routes.get("\(path)/{number}/diff") { request, context in try await difference(request, context) }
        routes.post("\(path)/{number}/restore") { request, context in try await restore(request, context) }
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let parameters = try await desk.admit(request, context, parameters: ["limit", "cursor", "released"])
        let part = try await desk.store.revisions(
            try context.parameters.require("page"), try desk.range(parameters),
            onlyReleased: try parameters.flag("released"))
        return await desk.answer(
            request,
            ["revisions": .array(part.elements.map(\.json)), "next": part.next.map { .string($0) } ?? .null])
    }

    private func difference(_ request: Request, _ context: ServerContext) async throws -> Response {
        let parameters = try await desk.admit(request, context, parameters: ["against"])
        let page = try context.parameters.require("page")
        let number = try context.revisionNumber()
        let other = try parameters.int("against", in: 1...Int(Int32.max))
        return try await desk.readingPage {
            let (against, difference) = try await desk.store.difference(page, of: number, against: other)
            var members = difference.json
            members["page"] = .string(page)
            members["revision"] = JSONValue(number)
            members["against"] = against.map { JSONValue($0) } ?? .null
            return await desk.answer(request, .object(members))
        }
    }

    private func restore(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (actor, _) = try await desk.actor(request, context, as: .publisher)
        let body = try await RequestBodyReader.standard.jsonIfAny(of: request)
        let info = try desk.info(request, context, by: actor, body: body, tag: .own)
        let page = try context.parameters.require("page")
        let outcome = try await desk.store.restore(
            page, number: try context.revisionNumber(),
            message: try Publication.message(json: body), info)
        return await desk.changed(.page(page), outcome.release.json, carried: outcome.carried, status: .created)
    }
}

extension ServerContext {
    /// The revision that the path names.
    fileprivate func revisionNumber() throws -> Int {
        guard let number = Int(try parameters.require("number")), number >= 1 else {
            throw PublishingError.malformed("A revision is named by its number, a whole number from 1.")
        }
        return number
    }
}
